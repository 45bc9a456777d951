extension CompiledScript {
  /// The tracks of the score: the voices in the order of their first lines, with what `at` lines put on
  /// tracks of these numbers, then further tracks of `at` lines.
  ///
  /// Of one position, keys go up first, then directives act, then keys go down and `at` lines follow.
  /// Una corda comes before the hammers that it shifts; the other pedals of all voices come last, in
  /// the last voice's track: a lift and press must not catch a note that another voice ends there,
  /// and a sostenuto catches what is struck with it.
  func assembled(
    parts: [VoicePart], lines: [VoicePart], openings: [[GridEvent]]
  ) -> [Track] {
    let pedals = pedals(parts, lines)
    var tracks: [Track] = []
    for index in lines.indices {
      let part = index < parts.count ? parts[index] : VoicePart()
      let isFirst = index == 0
      let isLastVoice = index == parts.count - 1
      let merged = merge([
        isFirst ? pedals.unaCorda : [], sorted(part.releases), sorted(lines[index].releases),
        sorted(openings[index]), sorted(part.strikes), sorted(lines[index].strikes),
        isLastVoice ? pedals.others : [],
      ])
      var track = Track(name: name(of: index), events: merged.list)
      if index < parts.count {
        track.events.append(TimedMessage(max(merged.end, part.end), .endOfTrack))
      }
      tracks.append(track)
    }
    return tracks
  }

  private func name(of track: Int) -> String? {
    if let name = directives.events.trackNames[UInt16(track)] { return TextDecoder.decode(name) }
    return track < voices.count ? voices[track].label : nil
  }

  /// In the order of time, those of one position as they were.
  private func sorted(_ events: [GridEvent]) -> [GridEvent] {
    var last = Int64.min
    for event in events {
      if event.units < last { return events.sorted { $0.units < $1.units } }
      last = event.units
    }
    return events
  }

  /// Merges lists; of one position the event of the first list comes first.
  private func merge(_ lists: [[GridEvent]]) -> (list: EventList, end: Int64) {
    let lists = lists.filter { !$0.isEmpty }
    var heads = [Int](repeating: 0, count: lists.count)
    var merged = EventList()
    merged.reserveCapacity(lists.reduce(0) { $0 + $1.count })
    var end: Int64 = 0
    while true {
      var next = -1
      var units = Int64.max
      for index in lists.indices where heads[index] < lists[index].count {
        let head = lists[index][heads[index]].units
        if head < units {
          units = head
          next = index
        }
      }
      if next < 0 { break }
      let code = lists[next][heads[next]].code
      heads[next] += 1
      end = units
      if EventCode.slot(code) == nil {
        merged.append(tick: units, code: code)
      } else {
        merged.append(TimedMessage(units, directives.events.message(code)))
      }
    }
    return (merged, end)
  }

  /// The controller events of the pedal words of all voices.
  private func pedals(_ parts: [VoicePart], _ lines: [VoicePart]) -> (
    unaCorda: [GridEvent], others: [GridEvent]
  ) {
    guard parts.contains(where: { !$0.pedals.isEmpty }) else { return ([], []) }
    var lanes: [[GridEvent]] = []
    for controller in [67, 64, 66] as [UInt8] {
      var moves: [(move: PedalMove, isWritten: Bool)] = []
      for part in parts {
        for move in part.pedals where move.word.controller == controller {
          moves.append((move, false))
        }
      }
      if moves.isEmpty {
        lanes.append([])
        continue
      }
      let written = 0xB0 | UInt32(controller) << 8
      for part in lines {
        for event in part.strikes where event.code & 0x8000_FFFF == written {
          let word = PedalWord(
            controller: controller, action: .set, value: UInt8(event.code >> 16 & 127), place: 0)
          moves.append((PedalMove(units: event.units, word: word), true))
        }
      }
      moves.sort { $0.move.units < $1.move.units }
      lanes.append(PedalLane(controller: controller, moves: moves).events)
    }
    return (lanes[0], (lanes[1] + lanes[2]).sorted { $0.units < $1.units })
  }
}
