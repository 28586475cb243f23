interface ShortcutLine {
  readonly keys: readonly string[];
  readonly does: string;
  /** A key that is pressed alone, and can be turned off. */
  readonly isSingle?: boolean;
}

interface ShortcutGroup {
  readonly title: string;
  readonly lines: readonly ShortcutLine[];
}

/** Every shortcut that there is, with the name of the key that others are held with. */
export function shortcutGroups(command: string): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      lines: [
        { keys: [command, 'K'], does: 'Go to a screen, a user, a merchant or a wallet' },
        { keys: [command, 'B'], does: 'Collapse or expand the sidebar' },
        { keys: ['/'], does: 'Search the list', isSingle: true },
        { keys: ['?'], does: 'Show these shortcuts', isSingle: true },
        { keys: ['Esc'], does: 'Close what is open' },
      ],
    },
    {
      title: 'In a list whose rows open',
      lines: [
        { keys: ['Enter'], does: 'Open the row; again, go into its panel' },
        { keys: ['↑', '↓'], does: 'Go to the row before or after; an open panel follows' },
        { keys: ['Home', 'End'], does: 'Go to the first or the last row' },
      ],
    },
    {
      title: 'In tabs and menus',
      lines: [
        { keys: ['←', '→'], does: 'Show the tab before or after' },
        { keys: ['↓'], does: 'Open the menu of a button' },
      ],
    },
  ];
}
