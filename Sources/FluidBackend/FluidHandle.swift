private import CFluidSynth
internal import Glibc
private import Score
private import Synchronization

/// One FluidSynth with its SoundFonts, as long as this lives.
@safe final class FluidHandle {
  let library: FluidLibrary
  let synth: FluidLibrary.Synth
  private let settings: FluidLibrary.Settings
  /// SoundFonts in memory, which FluidSynth reads on as it needs them.
  private var files: [MemoryFile] = []

  /// What FluidSynth complained about last; it has one log for the whole process.
  private static let lastComplaint = Mutex<String?>(nil)

  /// Held while a synthesizer is made.
  ///
  /// The first of a process sets up the modulators that all of them copy, and takes no lock for it. A note
  /// once had the level that it has without them (8.71 dB apart).
  private static let isMaking = Mutex(())

  init(_ options: FluidSynthesizer.Options) throws(FluidSynthError) {
    let library = try FluidLibrary.shared.get()
    Self.quieten(library)
    guard let settings = unsafe library.newSettings() else { throw .refused("no settings") }
    func set(_ name: String, _ value: Int) -> Bool {
      unsafe library.setInteger(settings, name, Int32(clamping: value)) == 0
    }
    var accepted =
      unsafe library.setNumber(settings, "synth.sample-rate", Double(options.rate)) == 0
    accepted = set("synth.polyphony", FluidSynthesizer.firstPolyphony(options)) && accepted
    accepted = set("synth.midi-channels", options.channels) && accepted
    accepted = set("synth.reverb.active", options.reverb > 0 ? 1 : 0) && accepted
    accepted = set("synth.chorus.active", options.chorus > 0 ? 1 : 0) && accepted
    accepted = set("synth.min-note-length", 0) && accepted
    accepted = set("synth.threadsafe-api", 0) && accepted
    accepted = set("synth.lock-memory", 0) && accepted
    // Only what presets that are chosen need is read: an eighth of the start with a large font.
    accepted = set("synth.dynamic-sample-loading", 1) && accepted
    accepted =
      unsafe library.setNumber(settings, "synth.gain", 1) == 0
      && library.setText(settings, "synth.midi-bank-select", "mma") == 0 && accepted
    var made: FluidLibrary.Synth?
    if accepted { Self.isMaking.withLock { _ in unsafe made = library.newSynth(settings) } }
    guard let synth = unsafe made else {
      unsafe library.deleteSettings(settings)
      throw .refused(Self.lastComplaint.withLock { $0 } ?? "it does not accept the settings")
    }
    self.library = library
    unsafe self.settings = settings
    unsafe self.synth = synth
    _ = unsafe library.interpolation(synth, -1, Int32(options.interpolationOrder))
    for source in options.soundFonts { try load(source) }
  }

  private func load(_ source: SoundFontSource) throws(FluidSynthError) {
    switch source {
    case .file(let path): try load(path, name: path)
    case .memory(let bytes, let name):
      guard let file = MemoryFile(bytes) else {
        throw .cannotRead(path: name, reason: Self.message(errno))
      }
      files.append(file)
      try load(file.path, name: name)
    }
  }

  private func load(_ path: String, name: String) throws(FluidSynthError) {
    // Without waiting for somebody who writes into it, if it is a FIFO.
    let file = unsafe open(path.fileName, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if file < 0 { throw .cannotRead(path: name, reason: Self.message(errno)) }
    var head = [UInt8](repeating: 0, count: 12)
    let count = unsafe read(file, &head, head.count)
    let code = errno
    _ = close(file)
    if count < 0 { throw .cannotRead(path: name, reason: Self.message(code)) }
    // FluidSynth would only say that it is no RIFF file.
    let forms = ["sfbk", "DLS "].map { Array($0.utf8) }
    guard head.prefix(4).elementsEqual("RIFF".utf8), forms.contains(Array(head[8...])) else {
      throw .notASoundFont(
        path: name,
        reason: "it does not begin as one (RIFF, form sfbk); an SFZ instrument plays without"
          + " FluidSynth, in the native backend")
    }
    Self.lastComplaint.withLock { $0 = nil }
    if unsafe library.loadSoundFont(synth, path.fileName, 1) < 0 {
      throw .notASoundFont(
        path: name, reason: Self.lastComplaint.withLock { $0 } ?? "FluidSynth does not say why")
    }
  }

  private static func message(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Nothing of FluidSynth's goes to standard error; the first error of a load is kept.
  private static func quieten(_ library: FluidLibrary) {
    for level in [FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG] {
      _ = unsafe library.setLog(
        Int32(level.rawValue),
        { level, text, _ in
          guard level <= Int32(FLUID_ERR.rawValue), let text = unsafe text else { return }
          let said = unsafe String(cString: text)
          FluidHandle.lastComplaint.withLock { if $0 == nil { $0 = said } }
        }, nil)
    }
  }

  deinit {
    unsafe library.deleteSynth(synth)
    unsafe library.deleteSettings(settings)
  }
}
