import { z } from 'zod';
import {
  AUDIT_ACTION_MAX,
  AUDIT_CATEGORIES,
  AUDIT_EMAIL_MAX,
  AUDIT_IDENTIFIER_MAX,
  AUDIT_RESOURCE_TYPES,
  AUDIT_STATUSES,
} from './audit-logs.ts';
import { PLATFORM_API } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { instantInput, isWithinYears, uuid, YEARS_EXPECTED } from './fields.ts';
import { OWN_AUDIT_ACTIONS } from './own-audit-actions.ts';
import { accessFeed, feedReceipt } from './platform-feed.ts';

export const FEED_AUDIT_BATCH_MAX = 1_000;
/** Entries of one service key, which stay until the retention ends. */
export const FEED_AUDIT_LIMIT = { calls: 10_000, windowSeconds: 60 };
const BODY_LIMIT_BYTES = 1_024 * 1_024;
const TEXT_MAX = 1_000;
/** Maximum length as JSON, in characters. */
const OBJECT_MAX = 64 * 1_024;
/** Maximum number of values in an object. Many small ones would need far more memory than their text. */
const VALUES_MAX = 2_000;
/** Without `admin` and `anonymous`: this product records their actions itself. */
export const FEED_ACTOR_TYPES = ['user', 'api_key', 'system'] as const;

const identifier = z.string().min(1).max(AUDIT_IDENTIFIER_MAX).nullable().optional();
const text = z.string().min(1).max(TEXT_MAX).nullable().optional();

type Path = readonly (string | number)[];

/** Returns the paths of numbers that JSON parsing may have changed: all except whole numbers up to 2^53 - 1. */
function findInexactNumbers(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((inner, at) => findInexactNumbers(inner, [...path, at]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => findInexactNumbers(inner, [...path, key]));
}

/** Counts objects, lists and what they hold. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((count: number, inner) => count + countValues(inner), 1);
}

/** Skips validation, because a parsed body is JSON, and validating a thousand entries would double the time. */
const anyJson = z.unknown() as z.ZodType<z.core.util.JSONType>;

/** JSON object whose canonical text is the same in every implementation. */
const freeObject = z
  .record(z.string(), anyJson)
  .refine(
    (value) => JSON.stringify(value).length <= OBJECT_MAX,
    `Expected at most ${OBJECT_MAX} characters as JSON`,
  )
  .refine(
    (value) => countValues(value) <= VALUES_MAX,
    `Expected at most ${VALUES_MAX.toLocaleString('en')} values`,
  )
  .superRefine((value, context) => {
    for (const path of findInexactNumbers(value)) {
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: 'Expected a whole number. Send other numbers as text.',
      });
    }
  })
  .nullable()
  .optional()
  .describe('At most 64 KiB as JSON and 2,000 values. Numbers must be whole: send others as text.');

/** Audit entry of the platform. It cannot be changed later. */
export const feedAuditEntry = z.strictObject({
  uuid,
  action: z
    .string()
    .max(AUDIT_ACTION_MAX)
    .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/, 'Expected resource and action, such as order.refund')
    .refine((action) => !OWN_AUDIT_ACTIONS.has(action), 'Only the dashboard itself records this action'),
  actionCategory: z.enum(AUDIT_CATEGORIES),
  description: z.string().min(1).max(TEXT_MAX),
  status: z.enum(AUDIT_STATUSES),
  actor: z.strictObject({
    type: z.enum(FEED_ACTOR_TYPES),
    id: identifier,
    email: z.string().trim().min(1).max(AUDIT_EMAIL_MAX).nullable().optional(),
  }),
  resource: z.strictObject({ type: z.enum(AUDIT_RESOURCE_TYPES), id: identifier, identifier: text }),
  requestId: identifier,
  ipAddress: z.union([z.ipv4(), z.ipv6()]).nullable().optional(),
  userAgent: text,
  errorMessage: text,
  metadata: freeObject,
  changes: freeObject,
  occurredAt: instantInput.refine(isWithinYears, YEARS_EXPECTED),
});
export type FeedAuditEntry = z.infer<typeof feedAuditEntry>;

export const feedAuditLogs = endpoint({
  name: 'feedAuditLogs',
  method: 'POST',
  path: `${PLATFORM_API}/audit-logs`,
  summary: 'Appends entries to the audit log, all or none. Skips entries that were sent before.',
  access: accessFeed('audit-logs'),
  body: z.strictObject({ entries: z.array(feedAuditEntry).min(1).max(FEED_AUDIT_BATCH_MAX) }),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  answer: feedReceipt,
});
