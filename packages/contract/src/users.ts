import { z } from 'zod';
import { auditEntry } from './audit-logs.ts';
import { ADMIN_API, FEE_RATE, UNLIMITED_MERCHANTS } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import {
  createdDays,
  includeDeleted,
  instant,
  pageQuery,
  reasonText,
  search,
  sortByCreation,
  totalCount,
  uuid,
} from './fields.ts';
import { USER_STATUSES } from './user-status.ts';

export const SERVICE_FEE_RATE_DECIMALS = 4;
const MAX_MERCHANTS_LIMIT = 2_147_483_647;
/** Number of past days that a fee preview covers. */
export const FEE_PREVIEW_DAYS = 30;

export const user = z.object({
  uuid,
  name: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  merchantCount: z.int().min(0),
  createdAt: instant,
  blockedAt: instant.nullable(),
  blockedReason: z.string().nullable(),
  deletedAt: instant.optional().describe('Only on deleted users.'),
});
export type User = z.infer<typeof user>;

export const userPage = z.object({ users: z.array(user), totalCount });
export type UserPage = z.infer<typeof userPage>;

const userId = z.object({ id: uuid });

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: `${ADMIN_API}/users`,
  summary: 'Lists users, newest first by default. Searches names and emails.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    search,
    includeDeleted,
    status: z.enum(USER_STATUSES).optional().describe('Takes precedence over `includeDeleted`.'),
    ...createdDays,
    sort: sortByCreation,
  }),
  answer: userPage,
});

export const readUser = endpoint({
  name: 'readUser',
  method: 'GET',
  path: `${ADMIN_API}/users/:id`,
  summary: 'Returns a user.',
  access: ACCESS_ADMINISTRATOR,
  params: userId,
  answer: user,
  versioned: true,
  errors: ['not_found'],
});

/** Fraction as a number: 0.05 is 5 %. Limited to four decimals, so that it equals the database's NUMERIC exactly. */
const serviceFeeRate = z
  .number()
  .min(FEE_RATE.min)
  .max(FEE_RATE.max)
  .refine((rate) => Number(rate.toFixed(SERVICE_FEE_RATE_DECIMALS)) === rate, 'Expected at most 4 decimals');

export const SERVICE_FEE_RATE_TEXT = /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/;
export const serviceFeeRateText = z
  .string()
  .regex(SERVICE_FEE_RATE_TEXT, 'Expected a decimal from 0 to 1 with at most 4 decimals, as text');

/** -1 is unlimited, 0 disabled. */
export const maxMerchants = z.int().min(UNLIMITED_MERCHANTS).max(MAX_MERCHANTS_LIMIT);

export const userSettings = z.object({ serviceFeeRate: z.number(), maxMerchants: z.int() });
export type UserSettings = z.infer<typeof userSettings>;

export const readUserSettings = endpoint({
  name: 'readUserSettings',
  method: 'GET',
  path: `${ADMIN_API}/users/:id/settings`,
  summary: 'Returns the fee rate and merchant limit of a user.',
  access: ACCESS_ADMINISTRATOR,
  params: userId,
  answer: userSettings,
  versioned: true,
  errors: ['not_found'],
});

export const updateUserSettings = endpoint({
  name: 'updateUserSettings',
  method: 'PUT',
  path: `${ADMIN_API}/users/:id/settings`,
  summary: 'Updates the given settings of a user. The fee rate applies to orders created afterwards.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: userId,
  body: z.strictObject({ serviceFeeRate, maxMerchants }).partial(),
  versioned: true,
  errors: ['not_found', 'changed_meanwhile'],
});

export const feePreview = z.object({
  days: z.int(),
  paidOrders: z.int().min(0),
  earnedUsd: z.string().describe('Service fees that the orders earned, `12345.67`.'),
  wouldHaveEarnedUsd: z.string().describe('Service fees that they would have earned at the given rate.'),
});
export type FeePreview = z.infer<typeof feePreview>;

export const previewServiceFee = endpoint({
  name: 'previewServiceFee',
  method: 'GET',
  path: `${ADMIN_API}/users/:id/fee-preview`,
  summary:
    "Returns what a fee rate would have earned from the user's mainnet orders paid in the last 30 days.",
  access: ACCESS_ADMINISTRATOR,
  params: userId,
  query: z.object({
    rate: z.string().regex(SERVICE_FEE_RATE_TEXT, 'Expected a decimal from 0 to 1'),
  }),
  answer: feePreview,
  errors: ['not_found'],
});

export const blockEffect = z.object({
  sessions: z.int().min(0),
  apiKeys: z.int().min(0),
  merchants: z.int().min(0),
  openOrders: z.int().min(0),
});
export type BlockEffect = z.infer<typeof blockEffect>;

export const previewBlock = endpoint({
  name: 'previewBlock',
  method: 'GET',
  path: `${ADMIN_API}/users/:id/block-preview`,
  summary: 'Returns what blocking a user would affect.',
  access: ACCESS_ADMINISTRATOR,
  params: userId,
  answer: blockEffect,
  errors: ['not_found'],
});

export const blockUser = endpoint({
  name: 'blockUser',
  method: 'POST',
  path: `${ADMIN_API}/users/:id/block`,
  summary: 'Blocks a user, ends their sessions and revokes their API keys.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: userId,
  body: z.strictObject({ reason: reasonText }),
  errors: ['not_found', 'already_blocked'],
});

export const unblockUser = endpoint({
  name: 'unblockUser',
  method: 'POST',
  path: `${ADMIN_API}/users/:id/unblock`,
  summary: 'Unblocks a user. Does not restore sessions and API keys.',
  access: ACCESS_ADMINISTRATOR,
  stepUp: 'recent',
  params: userId,
  versioned: true,
  errors: ['not_found', 'not_blocked', 'changed_meanwhile'],
});

export const userMerchant = z.object({
  uuid,
  name: z.string(),
  website: z.string().nullable(),
  createdAt: instant,
  deletedAt: instant.nullable(),
});
export type UserMerchant = z.infer<typeof userMerchant>;

export const listUserMerchants = endpoint({
  name: 'listUserMerchants',
  method: 'GET',
  path: `${ADMIN_API}/users/:id/merchants`,
  summary: "Lists a user's newest merchants, at most 100. Excludes deleted ones.",
  access: ACCESS_ADMINISTRATOR,
  params: userId,
  answer: z.array(userMerchant),
  errors: ['not_found'],
});

export const userAuditLogs = z.object({ logs: z.array(auditEntry), totalCount });
export type UserAuditLogs = z.infer<typeof userAuditLogs>;

export const listUserAuditLogs = endpoint({
  name: 'listUserAuditLogs',
  method: 'GET',
  path: `${ADMIN_API}/users/:id/audit-logs`,
  summary: 'Lists audit entries about a user, newest first.',
  access: ACCESS_ADMINISTRATOR,
  params: userId,
  query: z.object(pageQuery),
  answer: userAuditLogs,
  errors: ['not_found'],
});
