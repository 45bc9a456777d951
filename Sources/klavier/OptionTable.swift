/// All options; the order within a section is that of the help.
extension Option {
  /// The whole table.
  static let table: [Option] =
    inputOptions + outputOptions + soundOptions + levelOptions + rangeOptions
    + playingOptions + besideOptions + batchOptions + compareOptions + pictureOptions
    + messageOptions

  /// The option of a long name.
  static func named(_ long: String) -> Option? { table.first { $0.long == long } }

  /// The option of a letter.
  static func lettered(_ short: Character) -> Option? { table.first { $0.short == short } }
}
