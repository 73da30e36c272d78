// Nothing of its own: Snippets/ stands on the modules of StarBattleEngine, which this target has.
