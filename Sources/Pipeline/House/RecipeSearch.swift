package import Dates
import Flagging
package import Pressing
package import Recipes

extension PackRecipe {
  /// The search for a slot's puzzle.
  package func search(for slot: Slot) -> CandidateSearch {
    CandidateSearch(
      slot.ask, item: item(slot.index), campaign: seed, flags: flags.preferred(on: slot.grid))
  }
}

extension CalendarRecipe {
  /// The search for a period's puzzle.
  package func search(for period: Period) -> CandidateSearch {
    CandidateSearch(
      ask(for: period), item: period.id, campaign: seed, flags: flags.preferred(on: grid))
  }
}
