/// The generators of a SoundFont (2.04, 8.1.2), by number.
enum Generator {
  static let startOffset = 0
  static let endOffset = 1
  static let loopStartOffset = 2
  static let loopEndOffset = 3
  static let startCoarseOffset = 4
  static let modLFOToPitch = 5
  static let vibratoLFOToPitch = 6
  static let modEnvelopeToPitch = 7
  static let filterCutoff = 8
  static let filterQ = 9
  static let modLFOToFilter = 10
  static let modEnvelopeToFilter = 11
  static let endCoarseOffset = 12
  static let modLFOToVolume = 13
  static let chorusSend = 15
  static let reverbSend = 16
  static let pan = 17
  static let modLFODelay = 21
  static let modLFOFrequency = 22
  static let vibratoLFODelay = 23
  static let vibratoLFOFrequency = 24
  static let modEnvelopeDelay = 25
  static let modEnvelopeAttack = 26
  static let modEnvelopeHold = 27
  static let modEnvelopeDecay = 28
  static let modEnvelopeSustain = 29
  static let modEnvelopeRelease = 30
  static let keyToModEnvelopeHold = 31
  static let keyToModEnvelopeDecay = 32
  static let volumeDelay = 33
  static let volumeAttack = 34
  static let volumeHold = 35
  static let volumeDecay = 36
  static let volumeSustain = 37
  static let volumeRelease = 38
  static let keyToVolumeHold = 39
  static let keyToVolumeDecay = 40
  static let instrument = 41
  static let keyRange = 43
  static let velocityRange = 44
  static let loopStartCoarseOffset = 45
  static let fixedKey = 46
  static let fixedVelocity = 47
  static let attenuation = 48
  static let loopEndCoarseOffset = 50
  static let coarseTune = 51
  static let fineTune = 52
  static let sampleID = 53
  static let sampleModes = 54
  static let scaleTuning = 56
  static let exclusiveClass = 57
  static let overridingRootKey = 58
  /// Not in files: where the pitch wheel's modulator goes (8.4.10, "initial pitch").
  static let pitch = 59
  /// How many numbers there are.
  static let count = 60

  /// What a generator is called, its default and its range.
  struct Facts: Sendable {
    var name: String
    var initial: Int
    var least: Int
    var most: Int
    /// Whether only instruments may set it (8.1.2, "instrument generator only").
    var isInstrumentOnly: Bool
  }

  /// The facts of all, by number; nil where the number means nothing.
  static let facts: [Facts?] = {
    var table = [Facts?](repeating: nil, count: count)
    func add(_ number: Int, _ name: String, _ initial: Int, _ range: ClosedRange<Int>) {
      table[number] = Facts(
        name: name, initial: initial, least: range.lowerBound, most: range.upperBound,
        isInstrumentOnly: false)
    }
    func addSample(_ number: Int, _ name: String, _ initial: Int, _ range: ClosedRange<Int>) {
      add(number, name, initial, range)
      table[number]?.isInstrumentOnly = true
    }
    addSample(0, "startAddrsOffset", 0, -32768...32767)
    addSample(1, "endAddrsOffset", 0, -32768...32767)
    addSample(2, "startloopAddrsOffset", 0, -32768...32767)
    addSample(3, "endloopAddrsOffset", 0, -32768...32767)
    addSample(4, "startAddrsCoarseOffset", 0, -32768...32767)
    add(5, "modLfoToPitch", 0, -12000...12000)
    add(6, "vibLfoToPitch", 0, -12000...12000)
    add(7, "modEnvToPitch", 0, -12000...12000)
    add(8, "initialFilterFc", 13500, 1500...13500)
    add(9, "initialFilterQ", 0, 0...960)
    add(10, "modLfoToFilterFc", 0, -12000...12000)
    add(11, "modEnvToFilterFc", 0, -12000...12000)
    addSample(12, "endAddrsCoarseOffset", 0, -32768...32767)
    add(13, "modLfoToVolume", 0, -960...960)
    add(15, "chorusEffectsSend", 0, 0...1000)
    add(16, "reverbEffectsSend", 0, 0...1000)
    add(17, "pan", 0, -500...500)
    add(21, "delayModLFO", -12000, -12000...5000)
    add(22, "freqModLFO", 0, -16000...4500)
    add(23, "delayVibLFO", -12000, -12000...5000)
    add(24, "freqVibLFO", 0, -16000...4500)
    add(25, "delayModEnv", -12000, -12000...5000)
    add(26, "attackModEnv", -12000, -12000...8000)
    add(27, "holdModEnv", -12000, -12000...5000)
    add(28, "decayModEnv", -12000, -12000...8000)
    add(29, "sustainModEnv", 0, 0...1000)
    add(30, "releaseModEnv", -12000, -12000...8000)
    add(31, "keynumToModEnvHold", 0, -1200...1200)
    add(32, "keynumToModEnvDecay", 0, -1200...1200)
    add(33, "delayVolEnv", -12000, -12000...5000)
    add(34, "attackVolEnv", -12000, -12000...8000)
    add(35, "holdVolEnv", -12000, -12000...5000)
    add(36, "decayVolEnv", -12000, -12000...8000)
    add(37, "sustainVolEnv", 0, 0...1440)
    add(38, "releaseVolEnv", -12000, -12000...8000)
    add(39, "keynumToVolEnvHold", 0, -1200...1200)
    add(40, "keynumToVolEnvDecay", 0, -1200...1200)
    add(41, "instrument", 0, 0...65535)
    add(43, "keyRange", 0x7F00, 0...65535)
    add(44, "velRange", 0x7F00, 0...65535)
    addSample(45, "startloopAddrsCoarseOffset", 0, -32768...32767)
    addSample(46, "keynum", -1, -1...127)
    addSample(47, "velocity", -1, -1...127)
    add(48, "initialAttenuation", 0, 0...1440)
    addSample(50, "endloopAddrsCoarseOffset", 0, -32768...32767)
    add(51, "coarseTune", 0, -120...120)
    add(52, "fineTune", 0, -99...99)
    addSample(53, "sampleID", 0, 0...65535)
    addSample(54, "sampleModes", 0, 0...3)
    add(56, "scaleTuning", 100, 0...1200)
    addSample(57, "exclusiveClass", 0, 0...127)
    addSample(58, "overridingRootKey", -1, -1...127)
    return table
  }()
}
