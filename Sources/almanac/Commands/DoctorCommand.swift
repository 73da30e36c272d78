import ArgumentParser
import Operating
import Pipeline

struct DoctorCommand: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say how everything stands, and which command mends what does not.",
    discussion: """
      Examples:
        almanac doctor
        almanac doctor --json --output /srv/puzzles --state /var/lib/almanac

      Looks at the calendars and the reserve in days, the catalogue, the last release, the tree, \
      keys and signatures, past runs, clock, disk, lock and recipes; the worst comes first. It \
      changes nothing, takes no lock, and need not be allowed to write. What looks wrong while a \
      run is at work only needs care: look again when that is done.

      --json prints one object: schema, command, now, exit, worst, findings {severity, subject, \
      message, remedy}.

      \(HouseOptions.idle("--jobs"))

      EXIT STATUS
          0  all is well
          2  something needs care before long
         65  something is wrong: players notice, or the next night fails
        130  interrupted
        143  terminated
      """)

  @OptionGroup var place: HouseOptions

  var command: any Command { ExamineHouse() }
}
