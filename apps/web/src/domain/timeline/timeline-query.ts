import type { TimelineKind } from '@halyard/contract/timeline-kinds';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { fieldsOf, textIn } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { parseTimelineEvent, type TimelineEventRecord } from './parse-timeline-event.ts';

/** The record whose timeline is shown, named as in the API's paths. */
export interface TimelineOwner {
  readonly type: 'users' | 'merchants' | 'orders';
  readonly uuid: string;
}

interface TimelinePart {
  readonly events: readonly TimelineEventRecord[];
  readonly nextCursor: string | undefined;
}

/** Loads a timeline in pages of 50. `kind` undefined means all kinds. */
export function timelineQuery(api: ApiClient, { type, uuid }: TimelineOwner, kind: TimelineKind | undefined) {
  return infiniteQueryOptions({
    queryKey: ['timeline', type, uuid, kind],
    queryFn: async ({ signal, pageParam: cursor }): Promise<TimelinePart> => {
      const body = await api.get(`/${type}/:id/timeline`, {
        params: { id: uuid },
        query: { kind, cursor },
        signal,
        failureText: 'Failed to load the timeline',
        accepts: (answer) => Array.isArray(fieldsOf<{ events: unknown }>(answer).events),
      });
      return {
        events: body.events.map(parseTimelineEvent),
        nextCursor: textIn(body.nextCursor) ?? undefined,
      };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    select: ({ pages }: InfiniteData<TimelinePart>) => pages.flatMap(({ events }) => events),
  });
}
