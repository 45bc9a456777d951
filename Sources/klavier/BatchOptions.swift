/// Options: many scores, other forms.
extension Option {
  static let batchOptions: [Option] = [
    Option(
      "out-dir", nil, .required("DIR"), .batch,
      "the folder for the outputs; made where it is missing, the inputs' own folders below it",
      completes: .folders
    ) { options, value throws(UsageError) in
      if value.isEmpty { throw UsageError("the folder has no name") }
      options.outFolder = value
    },
    Option(
      "shard", nil, .required("N/M"), .batch, "make only the N-th of M equal parts, as 2/8 [all]"
    ) { options, value throws(UsageError) in
      let parts = value.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let of = parts[1], number >= 1, number <= of
      else { throw UsageError("'\(value)' is no part; expected N/M, as 2/8") }
      options.shard = (number, of)
    },
    Option(
      "to", nil, .required("FORM"), .batch,
      "convert to mid, notes, csv, tsv or json [by the output's name]",
      completes: Value.words(Convert.Form.self)
    ) { options, value throws(UsageError) in options.form = try Value.choice(value) },
  ]
}
