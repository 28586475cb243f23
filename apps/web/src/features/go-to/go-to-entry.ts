import type { ReactNode } from 'react';

/** Somewhere to go, or something that the shell does. */
export interface GoToEntry {
  readonly id: string;
  readonly label: string;
  /** What it is found by beside its label and detail. */
  readonly words?: string;
  /** Stands quieter behind the label. */
  readonly detail?: string | undefined;
  /** For addresses. */
  readonly isMonospaced?: boolean;
  readonly icon: ReactNode;
  /** Of choices: whether it is the one that holds. */
  readonly isChosen?: boolean;
  readonly leads: { readonly href: string } | { readonly act: () => void };
}

export interface GoToGroup {
  readonly title: string;
  readonly entries: readonly GoToEntry[];
}

/** The groups with those entries that have all words of a text in them, the best match first; no group is empty. */
export function narrowGroups(groups: readonly GoToGroup[], text: string): readonly GoToGroup[] {
  const wanted = text.trim().toLowerCase();
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter((entry) => contains(entry, wanted))
        .sort((one, other) => rank(one, wanted) - rank(other, wanted)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function contains({ label, words = '', detail = '' }: GoToEntry, wanted: string): boolean {
  const text = `${label} ${words} ${detail}`.toLowerCase();
  return wanted.split(/\s+/).every((word) => text.includes(word));
}

function rank({ label }: GoToEntry, wanted: string): number {
  const name = label.toLowerCase();
  if (name.startsWith(wanted)) {
    return 0;
  }
  return name.includes(` ${wanted}`) ? 1 : 2;
}
