internal import Glibc

/// libfluidsynth's functions, loaded at first use.
///
/// The library is not linked, because what it depends on (SDL, PulseAudio, JACK …) would cost every start
/// of a program 10 ms, also of those that never play through it.
@safe struct FluidLibrary: @unchecked Sendable {
  // Unchecked: addresses of functions, which nobody changes.
  typealias Settings = OpaquePointer
  typealias Synth = OpaquePointer
  typealias Preset = OpaquePointer
  typealias Log = @convention(c) (Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void

  let newSettings: @convention(c) () -> Settings?
  let deleteSettings: @convention(c) (Settings?) -> Void
  let setInteger: @convention(c) (Settings?, UnsafePointer<CChar>, Int32) -> Int32
  let setNumber: @convention(c) (Settings?, UnsafePointer<CChar>, Double) -> Int32
  let setText: @convention(c) (Settings?, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  let newSynth: @convention(c) (Settings?) -> Synth?
  let deleteSynth: @convention(c) (Synth?) -> Void
  let loadSoundFont: @convention(c) (Synth?, UnsafePointer<CChar>, Int32) -> Int32
  let noteOn: @convention(c) (Synth?, Int32, Int32, Int32) -> Int32
  let noteOff: @convention(c) (Synth?, Int32, Int32) -> Int32
  let controller: @convention(c) (Synth?, Int32, Int32, Int32) -> Int32
  let program: @convention(c) (Synth?, Int32, Int32) -> Int32
  let bank: @convention(c) (Synth?, Int32, Int32) -> Int32
  let channelType: @convention(c) (Synth?, Int32, Int32) -> Int32
  let channelPreset: @convention(c) (Synth?, Int32) -> Preset?
  let presetBank: @convention(c) (Preset?) -> Int32
  let presetNumber: @convention(c) (Preset?) -> Int32
  let presetName: @convention(c) (Preset?) -> UnsafePointer<CChar>?
  let pitchBend: @convention(c) (Synth?, Int32, Int32) -> Int32
  let bendRange: @convention(c) (Synth?, Int32, Int32) -> Int32
  let channelPressure: @convention(c) (Synth?, Int32, Int32) -> Int32
  let keyPressure: @convention(c) (Synth?, Int32, Int32, Int32) -> Int32
  let generator: @convention(c) (Synth?, Int32, Int32, Float) -> Int32
  let keyTuning:
    @convention(c) (Synth?, Int32, Int32, UnsafePointer<CChar>, UnsafePointer<Double>?, Int32) ->
      Int32
  let activateTuning: @convention(c) (Synth?, Int32, Int32, Int32, Int32) -> Int32
  let interpolation: @convention(c) (Synth?, Int32, Int32) -> Int32
  let gain: @convention(c) (Synth?, Float) -> Void
  let polyphony: @convention(c) (Synth?, Int32) -> Int32
  let activeVoices: @convention(c) (Synth?) -> Int32
  let reset: @convention(c) (Synth?) -> Int32
  let render:
    @convention(c) (
      Synth?, Int32, UnsafeMutableRawPointer?, Int32, Int32, UnsafeMutableRawPointer?, Int32, Int32
    ) -> Int32
  let setLog: @convention(c) (Int32, Log?, UnsafeMutableRawPointer?) -> Log?

  /// The library, or why it cannot be had.
  static let shared: Result<FluidLibrary, FluidSynthError> = {
    do throws(FluidSynthError) { return .success(try FluidLibrary()) } catch {
      return .failure(error)
    }
  }()

  private init() throws(FluidSynthError) {
    guard let handle = unsafe dlopen("libfluidsynth.so.3", RTLD_NOW | RTLD_LOCAL) else {
      throw .libraryMissing(reason: Self.problem())
    }
    func symbol<Function>(_ name: String) throws(FluidSynthError) -> Function {
      guard let address = unsafe dlsym(handle, name) else {
        throw FluidSynthError.libraryMissing(reason: Self.problem())
      }
      return unsafe unsafeBitCast(address, to: Function.self)
    }
    unsafe newSettings = try symbol("new_fluid_settings")
    unsafe deleteSettings = try symbol("delete_fluid_settings")
    unsafe setInteger = try symbol("fluid_settings_setint")
    unsafe setNumber = try symbol("fluid_settings_setnum")
    unsafe setText = try symbol("fluid_settings_setstr")
    unsafe newSynth = try symbol("new_fluid_synth")
    unsafe deleteSynth = try symbol("delete_fluid_synth")
    unsafe loadSoundFont = try symbol("fluid_synth_sfload")
    unsafe noteOn = try symbol("fluid_synth_noteon")
    unsafe noteOff = try symbol("fluid_synth_noteoff")
    unsafe controller = try symbol("fluid_synth_cc")
    unsafe program = try symbol("fluid_synth_program_change")
    unsafe bank = try symbol("fluid_synth_bank_select")
    unsafe channelType = try symbol("fluid_synth_set_channel_type")
    unsafe channelPreset = try symbol("fluid_synth_get_channel_preset")
    unsafe presetBank = try symbol("fluid_preset_get_banknum")
    unsafe presetNumber = try symbol("fluid_preset_get_num")
    unsafe presetName = try symbol("fluid_preset_get_name")
    unsafe pitchBend = try symbol("fluid_synth_pitch_bend")
    unsafe bendRange = try symbol("fluid_synth_pitch_wheel_sens")
    unsafe channelPressure = try symbol("fluid_synth_channel_pressure")
    unsafe keyPressure = try symbol("fluid_synth_key_pressure")
    unsafe generator = try symbol("fluid_synth_set_gen")
    unsafe keyTuning = try symbol("fluid_synth_activate_key_tuning")
    unsafe activateTuning = try symbol("fluid_synth_activate_tuning")
    unsafe interpolation = try symbol("fluid_synth_set_interp_method")
    unsafe gain = try symbol("fluid_synth_set_gain")
    unsafe polyphony = try symbol("fluid_synth_set_polyphony")
    unsafe activeVoices = try symbol("fluid_synth_get_active_voice_count")
    unsafe reset = try symbol("fluid_synth_system_reset")
    unsafe render = try symbol("fluid_synth_write_float")
    unsafe setLog = try symbol("fluid_set_log_function")
    unsafe Self.quietenGLib(handle)
  }

  /// What FluidSynth cannot read it hands on to libinstpatch, which complains through GLib to standard
  /// error.
  private static func quietenGLib(_ handle: UnsafeMutableRawPointer) {
    typealias Handler =
      @convention(c) (
        UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
      ) -> Void
    typealias Setter =
      @convention(c) (Handler?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    guard let address = unsafe dlsym(handle, "g_log_set_default_handler") else { return }
    _ = unsafe unsafeBitCast(address, to: Setter.self)({ _, _, _, _ in }, nil)
  }

  private static func problem() -> String {
    guard let text = unsafe dlerror() else { return "unknown error" }
    return unsafe String(cString: text)
  }
}
