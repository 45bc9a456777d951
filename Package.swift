// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is held to the same rules; `unsafe` is allowed only where it is spelled.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The headers of a system library: a module map and a `shim.h`.
func header(_ name: String, apt package: String) -> Target {
  .systemLibrary(name: name, providers: [.apt([package])])
}

/// A library target; the arrows of the design are the second argument.
func library(_ name: String, _ imports: [String] = [], embedding files: [String] = []) -> Target {
  .target(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) },
    resources: files.map { .embedInCode($0) }, swiftSettings: settings)
}

func tests(_ name: String, _ imports: [String]) -> Target {
  .testTarget(
    name: name, dependencies: imports.map { .init(stringLiteral: $0) }, swiftSettings: settings)
}

let libraries = [
  "Score", "Synthesis", "SoundFont", "GrandPiano", "FluidBackend", "AudioFile", "Measurement",
  "MusicXML", "Drawing",
]

let package = Package(
  name: "Klavier",
  products: [
    .library(name: "Klavier", targets: libraries),
    .executable(name: "klavier", targets: ["klavier"]),
  ],
  targets: [
    header("CSndfile", apt: "libsndfile1-dev"),
    header("CFluidSynth", apt: "libfluidsynth-dev"),
    header("CEBUR128", apt: "libebur128-dev"),
    header("CSamplerate", apt: "libsamplerate0-dev"),
    header("CExpat", apt: "libexpat1-dev"),
    header("CZip", apt: "libzip-dev"),

    library("Score"),
    library("Synthesis", ["Score"]),
    library("SoundFont", ["Score", "Synthesis"]),
    library("GrandPiano", ["Score", "Synthesis"]),
    library("FluidBackend", ["Score", "Synthesis", "CFluidSynth"]),
    library("AudioFile", ["Score", "Synthesis", "CSndfile"]),
    library("Measurement", ["Score", "Synthesis", "CEBUR128", "CSamplerate"]),
    library("MusicXML", ["Score", "CExpat", "CZip"]),
    library(
      "Drawing", ["Score", "Synthesis", "Measurement"],
      embedding: ["Page/page.css"]
        + ["player", "keyboard", "roll", "blind-test", "tables", "page"].map { "Page/\($0).js" }),
    .executableTarget(
      name: "klavier", dependencies: libraries.map { .init(stringLiteral: $0) },
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: settings),
    tests("ScoreTests", ["Score", "TestSupport"]),
    tests("SynthesisTests", ["Synthesis", "Score"]),
    tests("SoundFontTests", ["SoundFont", "Synthesis", "Score"]),
    tests("GrandPianoTests", ["GrandPiano", "Measurement", "Synthesis", "Score"]),
    tests("FluidBackendTests", ["FluidBackend", "Synthesis", "Score", "TestSupport"]),
    tests("AudioFileTests", ["AudioFile", "Synthesis"]),
    tests("MeasurementTests", ["Measurement", "Synthesis", "Score"]),
    tests("MusicXMLTests", ["MusicXML", "Score"]),
    tests("DrawingTests", ["Drawing", "Score", "Synthesis"]),
    // The example for users of the library stands with the samples and is tested like everything else.
    .testTarget(
      name: "SampleTests",
      dependencies: (libraries + ["TestSupport"]).map { .init(stringLiteral: $0) },
      path: "Samples/Tests",
      swiftSettings: settings),
    tests("KlavierTests", libraries + ["klavier", "TestSupport"]),
  ]
)
