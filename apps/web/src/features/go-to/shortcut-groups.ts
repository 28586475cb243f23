interface ShortcutLine {
  readonly keys: readonly string[];
  readonly does: string;
  /** A key without a modifier, which can be turned off. */
  readonly isSingle?: boolean;
}

interface ShortcutGroup {
  readonly title: string;
  readonly lines: readonly ShortcutLine[];
}

/** All shortcuts. @param command the name of the modifier key */
export function shortcutGroups(command: string): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      lines: [
        { keys: [command, 'K'], does: 'Go to a screen, a user, a merchant or a wallet' },
        { keys: [command, 'B'], does: 'Collapse or expand the sidebar' },
        { keys: ['/'], does: 'Search the list', isSingle: true },
        { keys: ['?'], does: 'Show these shortcuts', isSingle: true },
        { keys: ['Esc'], does: 'Close the open panel or dialog' },
      ],
    },
    {
      title: 'In lists',
      lines: [
        { keys: ['Enter'], does: 'Open the row; press again to enter the panel' },
        { keys: ['↑', '↓'], does: 'Previous or next row' },
        { keys: ['Home', 'End'], does: 'First or last row' },
      ],
    },
    {
      title: 'In tabs and menus',
      lines: [
        { keys: ['←', '→'], does: 'Previous or next tab' },
        { keys: ['↓'], does: 'Open a menu' },
      ],
    },
  ];
}
