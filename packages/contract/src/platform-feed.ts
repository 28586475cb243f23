import { z } from 'zod';
import { PLATFORM_API, REASON_LENGTH_MAX } from './constants.ts';
import { type Access, endpoint } from './endpoint.ts';
import {
  currencyCode,
  decimalAmount,
  emailAddress,
  instant,
  instantInput,
  networkInput,
  textUpTo,
  uuid,
} from './fields.ts';
import { ORDER_STATUSES } from './orders.ts';
import { maxMerchants, serviceFeeRateText } from './users.ts';
import { visibleText } from './visible-text.ts';

export const FEED_SCOPE = 'feed:write';
/** Reading records back. `FEED_SCOPE` does not include it, so that a key that was made for writing cannot. */
export const FEED_READ_SCOPE = 'feed:read';
/** As many items of usual length as fit into a body of 64 KiB. */
export const FEED_BATCH_MAX = 100;
/** For orders and transactions, which a platform has many of. */
export const FEED_MONEY_BATCH_MAX = 1_000;
export const FEED_MONEY_BODY_LIMIT_BYTES = 1024 * 1024;
const NAME_LENGTH_MAX = 200;

/** Scopes that a key can be limited to. `FEED_SCOPE` stands for all except reading back. */
export const FEED_SCOPES = [
  'users',
  'merchants',
  'orders',
  'credentials',
  'wallets',
  'wallet-locks',
  'wallet-transactions',
  'audit-logs',
  'user-access',
  'invitations',
  FEED_READ_SCOPE,
] as const;

export function accessFeed(scope: (typeof FEED_SCOPES)[number]): Access {
  return { kind: 'service_key', scope };
}

/** The platform's time of the update. An item that is older than the stored one counts as unchanged. */
export const updatedAt = instantInput
  .nullable()
  .optional()
  .describe("The platform's time of this update. If the stored one is newer, the item counts as unchanged.");

const personName = textUpTo(NAME_LENGTH_MAX).transform(visibleText);

/** A user. The platform assigns the uuid. */
export const feedUser = z.strictObject({
  uuid,
  email: emailAddress,
  name: personName,
  profileImageUrl: z.string().max(2_048).nullable().optional(),
  createdAt: instantInput,
  deletedAt: instantInput.nullable().optional(),
  initial: z
    .strictObject({
      serviceFeeRate: serviceFeeRateText.optional(),
      maxMerchants: maxMerchants.optional(),
      blocked: z.strictObject({ at: instantInput, reason: textUpTo(REASON_LENGTH_MAX).min(1) }).optional(),
    })
    .optional()
    .describe(
      'Initial settings. Only used when the user is created, because administrators change them afterwards. Merchants and orders created before `blocked.at` are accepted.',
    ),
  updatedAt,
});
export type FeedUser = z.infer<typeof feedUser>;

/** A merchant. `userUuid` is its creator; null if the platform no longer knows. */
export const feedMerchant = z.strictObject({
  uuid,
  userUuid: uuid.nullable(),
  name: textUpTo(NAME_LENGTH_MAX)
    .min(1)
    .refine((name) => name === '' || visibleText(name) !== '', 'Expected a name with a visible character')
    .transform(visibleText),
  website: z.string().trim().max(2_048).nullable().optional(),
  createdAt: instantInput,
  deletedAt: instantInput.nullable().optional(),
  updatedAt,
});
export type FeedMerchant = z.infer<typeof feedMerchant>;

/** An order. Its amounts and status cannot change after payment. A stored fee stays until another one is sent. */
export const feedOrder = z
  .strictObject({
    uuid,
    merchantUuid: uuid,
    merchantOrderId: z.string().trim().min(1).max(200),
    status: z.enum(ORDER_STATUSES),
    network: networkInput,
    testnet: z.boolean().default(false),
    currency: currencyCode.describe("Polygon's native MATIC is stored as POL."),
    amount: decimalAmount,
    amountUsd: decimalAmount.describe('At payment, or at creation while unpaid.'),
    serviceFeeRate: serviceFeeRateText
      .nullable()
      .optional()
      .describe(
        "Fraction of `amountUsd`, such as `0.0125`. Without it and `serviceFee`, a new order gets the user's current rate and a known order keeps its fee.",
      ),
    serviceFee: decimalAmount
      .nullable()
      .optional()
      .describe('In USD, at most `amountUsd`. Send this or `serviceFeeRate`, not both.'),
    refunded: decimalAmount
      .nullable()
      .optional()
      .describe(
        'What was returned in all, in `currency`. Confirmed refund transactions count if they are more.',
      ),
    createdAt: instantInput,
    paidAt: instantInput.nullable().optional(),
    updatedAt,
  })
  .refine((order) => (order.status === 'paid') === (order.paidAt != null), {
    path: ['paidAt'],
    message: 'Required if, and only if, the status is paid',
  })
  .refine(({ serviceFee, serviceFeeRate }) => serviceFee == null || serviceFeeRate == null, {
    path: ['serviceFee'],
    message: 'Send serviceFee or serviceFeeRate, not both',
  });
export type FeedOrder = z.infer<typeof feedOrder>;

/** A user's session or API key. Blocking the user ends it. An ended one cannot be reopened. */
export const feedCredential = z.strictObject({
  uuid,
  userUuid: uuid,
  kind: z.enum(['session', 'api_key']),
  createdAt: instantInput,
  endedAt: instantInput.nullable().optional(),
});
export type FeedCredential = z.infer<typeof feedCredential>;

export const feedReceipt = z.object({
  created: z.int().min(0),
  updated: z.int().min(0),
  unchanged: z.int().min(0),
});
export type FeedReceipt = z.infer<typeof feedReceipt>;

export function batchOf<Item extends z.ZodType>(item: Item, max = FEED_BATCH_MAX) {
  return z.array(item).min(1).max(max);
}

export const feedUsers = endpoint({
  name: 'feedUsers',
  method: 'POST',
  path: `${PLATFORM_API}/users`,
  summary: 'Creates or updates users, all or none.',
  access: accessFeed('users'),
  body: z.strictObject({ users: batchOf(feedUser) }),
  answer: feedReceipt,
});

export const feedMerchants = endpoint({
  name: 'feedMerchants',
  method: 'POST',
  path: `${PLATFORM_API}/merchants`,
  summary:
    'Creates or updates merchants, all or none. Rejects new ones if the user is blocked or has reached the limit.',
  access: accessFeed('merchants'),
  body: z.strictObject({ merchants: batchOf(feedMerchant) }),
  answer: feedReceipt,
  errors: ['user_blocked', 'merchant_limit_reached'],
});

export const feedOrders = endpoint({
  name: 'feedOrders',
  method: 'POST',
  path: `${PLATFORM_API}/orders`,
  summary:
    "Creates or updates orders, all or none. Rejects new ones while the merchant's creator is blocked.",
  access: accessFeed('orders'),
  body: z.strictObject({ orders: batchOf(feedOrder, FEED_MONEY_BATCH_MAX) }),
  bodyLimitBytes: FEED_MONEY_BODY_LIMIT_BYTES,
  answer: feedReceipt,
  errors: ['user_blocked'],
});

export const feedCredentials = endpoint({
  name: 'feedCredentials',
  method: 'POST',
  path: `${PLATFORM_API}/credentials`,
  summary:
    'Creates or updates sessions and API keys of users, all or none. Rejects new ones for blocked users.',
  access: accessFeed('credentials'),
  body: z.strictObject({ credentials: batchOf(feedCredential) }),
  answer: feedReceipt,
  errors: ['user_blocked'],
});

export const userAccess = z.object({
  blocked: z.boolean(),
  /** Older sessions and API keys are invalid; null if none were ended. */
  credentialsEndedAt: instant.nullable(),
  serviceFeeRate: z.string(),
  maxMerchants: z.int(),
  merchantCount: z.int(),
});
export type UserAccess = z.infer<typeof userAccess>;

export const readUserAccess = endpoint({
  name: 'readUserAccess',
  method: 'GET',
  path: `${PLATFORM_API}/users/:id/access`,
  summary: 'Returns the block, fee rate and merchant limit that the platform must apply to a user.',
  access: accessFeed('user-access'),
  params: z.object({ id: uuid }),
  answer: userAccess,
  errors: ['not_found'],
});

export const redeemInvitation = endpoint({
  name: 'redeemInvitation',
  method: 'POST',
  path: `${PLATFORM_API}/invitations/redeem`,
  summary: 'Redeems an invitation: creates the user and consumes the link.',
  access: accessFeed('invitations'),
  body: z.strictObject({
    token: z.string().min(1).max(256),
    user: z.strictObject({ uuid, name: personName, createdAt: instantInput }),
  }),
  answer: z.object({ userUuid: uuid, email: z.string() }),
  errors: ['invalid_token', 'user_exists'],
});
