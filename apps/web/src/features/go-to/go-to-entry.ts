import type { ReactNode } from 'react';

export interface GoToEntry {
  readonly id: string;
  readonly label: string;
  readonly keywords?: string;
  readonly detail?: string | undefined;
  /** Kind and state of a record, such as `Order · paid`. */
  readonly state?: string;
  readonly isMonospaced?: boolean;
  readonly icon: ReactNode;
  readonly isChosen?: boolean;
  readonly target: { readonly href: string } | { readonly action: () => void };
}

export interface GoToGroup {
  readonly title: string;
  readonly entries: readonly GoToEntry[];
}

/** Returns the entries that contain all words of the text, best match first, without empty groups. */
export function narrowGroups(groups: readonly GoToGroup[], text: string): readonly GoToGroup[] {
  const query = text.trim().toLowerCase();
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries
        .filter((entry) => contains(entry, query))
        .sort((one, other) => rank(one, query) - rank(other, query)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function contains({ label, keywords = '', detail = '', state = '' }: GoToEntry, query: string): boolean {
  const text = `${label} ${keywords} ${detail} ${state}`.toLowerCase();
  return query.split(/\s+/).every((word) => text.includes(word));
}

function rank({ label }: GoToEntry, query: string): number {
  const name = label.toLowerCase();
  if (name.startsWith(query)) {
    return 0;
  }
  return name.includes(` ${query}`) ? 1 : 2;
}
