import { FEED_SCOPE, FEED_SCOPES } from '@halyard/contract/platform-feed';
import type { SystemCheck } from '@halyard/contract/system';
import { sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { isFeedSilent, readLastBatch } from '../../infra/feed-batches.ts';
import { check, type Fault, fact, timeFact } from './system-check.ts';

/** Scopes that send batches. */
const SENDING_SCOPES = [
  FEED_SCOPE,
  ...FEED_SCOPES.filter((scope) => !['user-access', 'invitations', 'feed:read'].includes(scope)),
];

interface KeyRow {
  readonly name: string;
  readonly isExpired: boolean;
  readonly accepted_at: Date | null;
  readonly accepted_kind: string | null;
  readonly items: number | null;
  readonly changed: number | null;
  readonly rejected_at: Date | null;
  readonly rejected_kind: string | null;
  readonly rejected_items: number | null;
}

/** Checks the feed as a whole and each service key that sends batches. */
export async function readFeedChecks(
  reader: DatabaseReader,
  { silentMinutes, sampleData }: { readonly silentMinutes: number; readonly sampleData: boolean },
): Promise<readonly SystemCheck[]> {
  if (sampleData) return [check('feed', 'Platform feed', [fact('Records', 'Sample data')])];
  const [last, keys] = await Promise.all([readLastBatch(reader), readKeys(reader)]);
  return [
    check(
      'feed',
      'Platform feed',
      [timeFact('Last batch', last?.at, 'None yet')],
      feedFault({ silentMinutes, isSilent: isFeedSilent(last, silentMinutes), hasKeys: keys.length > 0 }),
    ),
    ...keys.map(keyCheck),
  ];
}

function feedFault({
  silentMinutes,
  isSilent,
  hasKeys,
}: {
  readonly silentMinutes: number;
  readonly isSilent: boolean;
  readonly hasKeys: boolean;
}): Fault | undefined {
  if (!hasKeys) {
    return {
      state: isSilent ? 'failed' : 'attention',
      advice: 'Create a service key, and give it to the platform.',
      command: 'npm run admin -- keys create --name platform',
    };
  }
  return isSilent
    ? {
        state: 'failed',
        advice: `No batch has been accepted for more than ${silentMinutes.toLocaleString('en')} minutes. Check that the platform is running and can reach this server.`,
      }
    : undefined;
}

function keyCheck(key: KeyRow): SystemCheck {
  const facts = [
    timeFact('Last batch', key.accepted_at, 'None yet'),
    ...(key.accepted_kind === null
      ? []
      : [
          fact('Content', `${contentOf(key.accepted_kind, key.items)}, ${count(key.changed)} new or changed`),
        ]),
    ...(key.rejected_at === null || key.rejected_kind === null
      ? []
      : [
          timeFact('Last rejected', key.rejected_at, ''),
          fact('Wrong items', `${count(key.rejected_items)}, in a batch of ${labelOf(key.rejected_kind)}`),
        ]),
  ];
  return check('feed', `Service key ${key.name}`, facts, keyFault(key));
}

function keyFault({ isExpired, accepted_at, rejected_at }: KeyRow): Fault | undefined {
  if (isExpired) {
    return {
      state: 'attention',
      advice: 'Create a new key for the platform, because this one has expired, and revoke this one.',
      command: 'npm run admin -- keys list',
    };
  }
  const isRejected = rejected_at !== null && (accepted_at === null || rejected_at > accepted_at);
  return isRejected
    ? {
        state: 'attention',
        advice:
          "Ask the platform's operators to correct its last batch: the answer to it names each wrong item.",
      }
    : undefined;
}

const count = (number: number | null) => (number ?? 0).toLocaleString('en');
const labelOf = (kind: string) => kind.replaceAll('_', ' ');
const contentOf = (kind: string, items: number | null) => `${count(items)} ${labelOf(kind)}`;

async function readKeys(reader: DatabaseReader): Promise<readonly KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    SELECT name, coalesce(expires_at <= now(), false) AS "isExpired",
      accepted.accepted_at, accepted.kind AS accepted_kind, accepted.items, accepted.changed,
      rejected.rejected_at, rejected.kind AS rejected_kind, rejected.rejected_items
    FROM service_keys AS key
    LEFT JOIN LATERAL (SELECT * FROM feed_batches WHERE service_key_id = key.id AND accepted_at IS NOT NULL
      ORDER BY accepted_at DESC LIMIT 1) AS accepted ON true
    LEFT JOIN LATERAL (SELECT * FROM feed_batches WHERE service_key_id = key.id AND rejected_at IS NOT NULL
      ORDER BY rejected_at DESC LIMIT 1) AS rejected ON true
    WHERE revoked_at IS NULL AND scopes && ${SENDING_SCOPES}::text[]
    ORDER BY key.created_at, key.id`.execute(reader);
  return rows;
}
