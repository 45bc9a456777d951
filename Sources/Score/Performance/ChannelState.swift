/// What a channel has been told and what is needed to understand what it is told next.
struct ChannelState {
  /// How many resets it has seen; one that has seen fewer than the player is as new.
  let resets: Int
  var bankMSB: UInt8 = 0
  var bankLSB: UInt8 = 0
  var program = Program()
  var isPercussion: Bool

  /// The parameter that data entry goes to.
  var parameter = Parameter.none
  /// The first byte of a parameter's number, until its second comes.
  var parameterMSB: UInt8 = 127
  var parameterLSB: UInt8 = 127
  /// The NRPN generator's number being spelt (SoundFont 2.04, section 9.6.2), and its data.
  var generator = 0
  var generatorLSB: UInt8 = 0

  /// Pitch-bend range: semitones and cents.
  var bendRange: (msb: UInt8, lsb: UInt8) = (2, 0)
  /// Fine tuning, 0…16383.
  var fineTuning: UInt16 = 8192
  /// Coarse tuning, 64 in the middle.
  var coarseTuning: UInt8 = 64
  /// Modulation depth range: semitones and 1/128 of them.
  var modulationRange: (msb: UInt8, lsb: UInt8) = (0, 64)
  /// The tuning program and its bank (MIDI Tuning Standard).
  var tuningProgram: UInt8 = 0
  var tuningBank: UInt8 = 0
  /// Cents for each of the twelve pitch classes; empty while all are 0.
  var octaveTuning: [Double] = []

  /// What synthesizers have been told, to tell them only what changes.
  var toldTuning = 0.0
  var toldKeyTuning: [Double] = []
  /// The controllers that CC 121 resets and that are not as it leaves them.
  var touched = SevenBitSet()
  var isBent = false
  var isPressed = false
  var pressedKeys = SevenBitSet()
  /// The pedals (64, 66, 69) that are down.
  var pedals = SevenBitSet()

  enum Parameter { case none, registered, unregistered }

  init(isPercussion: Bool, resets: Int) {
    self.resets = resets
    self.isPercussion = isPercussion
    program.isPercussion = isPercussion
  }

  /// The channel's own tuning in cents: RPN 1 and 2.
  var tuningCents: Double {
    (Double(fineTuning) - 8192) * 100 / 8192 + (Double(coarseTuning) - 64) * 100
  }
}

/// The controllers that CC 121 resets (RP-015), and to what.
let controllersToReset: [(number: UInt8, value: UInt8)] = [
  (1, 0), (2, 0), (4, 0), (11, 127), (33, 0), (43, 127), (64, 0), (65, 0), (66, 0), (67, 0),
  (68, 0), (69, 0),
]
