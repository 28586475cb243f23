import { createStoredChoice } from '../../shared/lib/stored-choice.ts';
import type { AuditLogsSearch, ListedSearch } from './audit-logs-search.ts';

type FeedChoice = 'shown' | 'hidden';

const choice = createStoredChoice<FeedChoice>('audit-platform-feed', ['shown', 'hidden'], 'shown');
// Needed before the page renders, because its first request is made while its code loads.
choice.follow();

export const feedChoiceStore = choice.store;
export const chooseFeed = choice.choose;

/** Adds the browser's choice to a search, unless its URL shows the platform feed. */
export function withFeedChoice({ platformFeed, ...search }: AuditLogsSearch): ListedSearch {
  return platformFeed !== 'show' && feedChoiceStore.get() === 'hidden'
    ? { ...search, platformFeed: 'hide' }
    : search;
}
