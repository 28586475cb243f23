interface ShortcutLine {
  readonly keys: readonly string[];
  readonly action: string;
  /** Whether the shortcut is a key without a modifier, which can be turned off. */
  readonly isSingle?: boolean;
}

interface ShortcutGroup {
  readonly title: string;
  readonly lines: readonly ShortcutLine[];
}

export function shortcutGroups(command: string): readonly ShortcutGroup[] {
  return [
    {
      title: 'Anywhere',
      lines: [
        { keys: [command, 'K'], action: 'Go to a screen or a record, or run a command' },
        { keys: [command, 'B'], action: 'Collapse or expand the sidebar' },
        { keys: ['/'], action: 'Search the list', isSingle: true },
        { keys: ['?'], action: 'Show these shortcuts', isSingle: true },
        { keys: ['Esc'], action: 'Close the open panel or dialog' },
      ],
    },
    {
      title: 'In lists',
      lines: [
        { keys: ['Enter'], action: 'Open the row, or focus its open panel' },
        { keys: ['↑', '↓'], action: 'Previous or next row' },
        { keys: ['←', '→'], action: 'Previous or next control of the row' },
        { keys: ['Home', 'End'], action: 'First or last row' },
      ],
    },
    {
      title: 'In tabs and menus',
      lines: [
        { keys: ['←', '→'], action: 'Previous or next tab' },
        { keys: ['↓'], action: 'Open a menu' },
      ],
    },
  ];
}
