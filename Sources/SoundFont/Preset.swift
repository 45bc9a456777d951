/// A sound of a bank, by its numbers.
public struct Preset: Sendable, Hashable {
  /// Its place in the file.
  public var index: Int
  /// Its name.
  public var name: String
  /// 0…127; 128 for drum kits.
  public var bank: Int
  /// 0…127.
  public var program: Int

  /// A preset.
  public init(index: Int, name: String, bank: Int, program: Int) {
    self.index = index
    self.name = name
    self.bank = bank
    self.program = program
  }
}
