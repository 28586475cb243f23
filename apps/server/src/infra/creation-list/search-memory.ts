import type { SortByCreation } from '@halyard/contract/fields';
import type { RecordId } from './creation-list.ts';
import type { RarePart } from './rare-part.ts';

const SEARCHES_MAX = 500;
const PLACES_MAX = 100;

/** A search of a list, whichever page of it. */
export interface RememberedSearch {
  readonly search: string;
  readonly scope: string;
  readonly sort: SortByCreation;
}

/** What was found out about a search under one version of the list; it holds for no other. */
export interface KnownSearch {
  readonly version: number;
  /** All records of its scope. */
  readonly records: number;
  /** Those that the search finds. */
  readonly total: number;
  /** Ids of records by their places in the list of the search, counted from 0. */
  readonly places: ReadonlyMap<number, RecordId>;
  /** By which the term is found. */
  readonly rare?: RarePart | undefined;
}

export interface SearchMemory {
  readonly recall: (of: RememberedSearch) => KnownSearch | undefined;
  readonly remember: (of: RememberedSearch, known: KnownSearch) => void;
}

/** Remembers the latest searches of one list in this process. Another may know others: nothing rests on it but time. */
export function createSearchMemory(): SearchMemory {
  const searches = new Map<string, KnownSearch>();
  const keyOf = ({ search, scope, sort }: RememberedSearch) => `${sort} ${scope} ${search}`;
  return {
    recall: (of) => searches.get(keyOf(of)),
    remember: (of, known) => {
      const key = keyOf(of);
      const before = searches.get(key);
      const kept = before?.version === known.version ? [...before.places] : [];
      searches.delete(key);
      searches.set(key, { ...known, places: new Map([...kept, ...known.places].slice(-PLACES_MAX)) });
      if (searches.size > SEARCHES_MAX) searches.delete(searches.keys().next().value ?? key);
    },
  };
}
