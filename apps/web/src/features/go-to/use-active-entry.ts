import { useState } from 'react';
import type { GoToEntry } from './go-to-entry.ts';

interface ActiveEntry {
  /** The entry that Enter opens; the first by default. */
  readonly active: GoToEntry | undefined;
  readonly activate: (entry: GoToEntry | undefined) => void;
  /** Moves by arrow key, Home or End. Returns false for other keys. */
  readonly moveBy: (key: string) => boolean;
}

/** Tracks the active entry, even while other entries change. */
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
