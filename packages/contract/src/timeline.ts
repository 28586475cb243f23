import { z } from 'zod';
import { auditEntry } from './audit-logs.ts';
import { ADMIN_API, LIMIT_MAX } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { exception } from './exceptions.ts';
import { instant, integerParameter, uuid } from './fields.ts';
import { NETWORKS } from './networks.ts';
import { ORDER_STATUSES } from './orders.ts';
import { TIMELINE_KINDS } from './timeline-kinds.ts';
import { walletTransaction } from './wallets.ts';

export const TIMELINE_PAGE_SIZE = 50;
const CURSOR_LENGTH_MAX = 200;

const wallet = z.object({ id: z.string(), network: z.enum(NETWORKS) });

export const timelineEvent = z.object({
  id: z.string().describe('Unique within a timeline.'),
  kind: z.enum(TIMELINE_KINDS),
  at: instant.describe("When it happened. Entries that the platform sent have the platform's time."),
  entry: auditEntry
    .pick({ id: true, action: true, description: true, status: true, serviceKeyId: true, actor: true })
    .extend({ reason: z.string().nullable(), errorMessage: z.string().nullable() })
    .optional()
    .describe('The audit entry that records it. Blocks and decisions about exceptions have one, too.'),
  order: z.object({ uuid, merchantOrderId: z.string() }).optional(),
  status: z.enum(ORDER_STATUSES).optional().describe('The new status of the order.'),
  transaction: walletTransaction
    .pick({
      id: true,
      direction: true,
      type: true,
      status: true,
      testnet: true,
      hash: true,
      amount: true,
      currency: true,
      usdAmount: true,
    })
    .extend({ wallet })
    .optional()
    .describe('With its status now, at the time of its creation.'),
  lock: z
    .object({ wallet, currency: z.string(), change: z.enum(['locked', 'unlocked']) })
    .optional()
    .describe(
      'A wallet that was locked for a payment, or unlocked. It counts as unlocked when Halyard learns of it, or when its next lock begins.',
    ),
  block: z
    .object({ reason: z.string().nullable() })
    .optional()
    .describe('A block of the user from before Halyard knew them.'),
  created: z
    .object({ type: z.enum(['user', 'merchant']), uuid, name: z.string() })
    .optional()
    .describe('A user or merchant that was created, as an event of the kind `status`.'),
  exception: exception
    .pick({ id: true, kind: true, currency: true, expected: true, received: true, amountUsd: true })
    .extend({ change: z.enum(['opened', 'closed']) })
    .optional(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const timelinePage = z.object({
  events: z.array(timelineEvent).describe('Newest first.'),
  nextCursor: z.string().nullable().describe('Cursor for the next page; null on the last page.'),
});
export type TimelinePage = z.infer<typeof timelinePage>;

const kinds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(TIMELINE_KINDS)))
  .meta({ override: { type: 'string' } })
  .describe(`One or more of ${TIMELINE_KINDS.join(', ')}, separated by commas.`);

const timeline = {
  method: 'GET',
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ id: uuid }),
  query: z.object({
    kind: kinds.optional(),
    limit: integerParameter(1, LIMIT_MAX, TIMELINE_PAGE_SIZE),
    cursor: z.string().max(CURSOR_LENGTH_MAX).optional().describe('From the previous page.'),
  }),
  answer: timelinePage,
  errors: ['not_found'],
} as const;

export const readUserTimeline = endpoint({
  ...timeline,
  name: 'readUserTimeline',
  path: `${ADMIN_API}/users/:id/timeline`,
  summary: 'Lists what happened to a user and to the orders of their merchants, newest first.',
});

export const readMerchantTimeline = endpoint({
  ...timeline,
  name: 'readMerchantTimeline',
  path: `${ADMIN_API}/merchants/:id/timeline`,
  summary: 'Lists what happened to a merchant and its orders, newest first.',
});

export const readOrderTimeline = endpoint({
  ...timeline,
  name: 'readOrderTimeline',
  path: `${ADMIN_API}/orders/:id/timeline`,
  summary: 'Lists what happened to an order, newest first.',
});
