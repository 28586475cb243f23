import { useState } from 'react';
import type { GoToEntry } from './go-to-entry.ts';

interface ActiveEntry {
  /** The entry that Enter chooses, the first unless another was moved to. */
  readonly active: GoToEntry | undefined;
  readonly activate: (entry: GoToEntry | undefined) => void;
  /** Moves by an arrow key, Home or End; false for any other key. */
  readonly moveBy: (key: string) => boolean;
}

/** Which of the entries is the active one; it stays that while others come and go around it. */
export function useActiveEntry(entries: readonly GoToEntry[]): ActiveEntry {
  const [activeId, setActiveId] = useState<string>();
  const position = Math.max(
    entries.findIndex(({ id }) => id === activeId),
    0,
  );

  function moveBy(key: string): boolean {
    const target = targetOf(key, position, entries.length);
    if (target === undefined) {
      return false;
    }
    setActiveId(entries.at(target)?.id);
    return true;
  }

  return { active: entries[position], activate: (entry) => setActiveId(entry?.id), moveBy };
}

/** The position that a key leads to; both ends lead to the other one. */
function targetOf(key: string, position: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return position - 1;
    case 'ArrowDown':
      return position + 1 < count ? position + 1 : 0;
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return undefined;
  }
}
