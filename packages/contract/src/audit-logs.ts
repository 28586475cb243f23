import { z } from 'zod';
import { ADMIN_API, SEARCH_LENGTH_MAX } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { instant, instantInput, pageQuery, totalCount, uuid } from './fields.ts';

/** Values of the audit log's closed fields (specification, section 9, and the product's decisions). */
export const AUDIT_CATEGORIES = [
  'user_management',
  'merchant_management',
  'invitation_management',
  'wallet_operation',
  'authentication',
  'configuration',
  'system_operation',
] as const;
export type AuditCategory = (typeof AUDIT_CATEGORIES)[number];

export const AUDIT_STATUSES = ['success', 'failure', 'partial'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export const AUDIT_ACTOR_TYPES = ['admin', 'user', 'api_key', 'system', 'anonymous'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

export const AUDIT_RESOURCE_TYPES = [
  'admin',
  'session',
  'user',
  'merchant',
  'invitation',
  'wallet',
  'audit_log',
  'system',
] as const;
export type AuditResourceType = (typeof AUDIT_RESOURCE_TYPES)[number];

/** Audit entry in responses. Missing values are null. */
export const auditEntry = z.object({
  id: z.string(),
  sequence: z.int().min(1).optional().describe('Number of the entry in the log.'),
  action: z.string().describe('`user.block`'),
  actionCategory: z.enum(AUDIT_CATEGORIES),
  description: z.string(),
  status: z.enum(AUDIT_STATUSES),
  createdAt: instant,
  occurredAt: instant
    .optional()
    .describe("Time by the platform's clock. Only on entries that the platform sent."),
  serviceKeyId: z.string().optional().describe('Key that the platform sent the entry with.'),
  actor: z.object({
    type: z.enum(AUDIT_ACTOR_TYPES),
    id: z.string().nullable(),
    email: z.string().nullable(),
  }),
  resource: z.object({
    type: z.enum(AUDIT_RESOURCE_TYPES),
    id: z.string().nullable(),
    identifier: z.string().nullable(),
  }),
  requestId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  errorMessage: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Maps a field to `{before, after}` or other keys.'),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;

export const AUDIT_EMAIL_MAX = 320;
export const AUDIT_ACTION_MAX = 100;
export const AUDIT_IDENTIFIER_MAX = 200;

const TYPED = 'A complete value, or else a part of what the table shows, ignoring case:';

/** All filters must match. `to` is exclusive. */
export const auditFilters = {
  actorEmail: z
    .string()
    .trim()
    .min(1)
    .max(AUDIT_EMAIL_MAX)
    .optional()
    .describe(`${TYPED} the email, or else the type of the actor.`),
  actorType: z.enum(AUDIT_ACTOR_TYPES).optional(),
  resourceType: z.enum(AUDIT_RESOURCE_TYPES).optional(),
  resourceId: z
    .string()
    .trim()
    .min(1)
    .max(AUDIT_IDENTIFIER_MAX)
    .optional()
    .describe(`${TYPED} type, identifier or id. May be shortened: \`0x71C7…976F\`.`),
  actionCategory: z.enum(AUDIT_CATEGORIES).optional(),
  action: z
    .string()
    .trim()
    .min(1)
    .max(SEARCH_LENGTH_MAX)
    .optional()
    .describe(`${TYPED} action or description.`),
  actionPrefix: z
    .string()
    .trim()
    .min(1)
    .max(AUDIT_ACTION_MAX)
    .optional()
    .describe('Beginning of the action, such as `user.`. Case matters.'),
  status: z.enum(AUDIT_STATUSES).optional(),
  requestId: z.string().trim().min(1).max(AUDIT_IDENTIFIER_MAX).optional(),
  ipAddress: z.string().trim().min(1).max(AUDIT_IDENTIFIER_MAX).optional().describe('As entries show it.'),
  platformFeed: z
    .enum(['hide'])
    .optional()
    .describe('`hide` leaves out the entries that record batches of the platform feed.'),
  from: instantInput.optional(),
  to: instantInput.optional(),
};

export const auditLogPage = z.object({
  logs: z.array(auditEntry),
  totalCount: totalCount.describe('Exact number of entries on all pages.'),
  nextCursor: z.string().nullable().describe('Cursor for the next page; null on the last page.'),
});
export type AuditLogPage = z.infer<typeof auditLogPage>;

export const listAuditLogs = endpoint({
  name: 'listAuditLogs',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs`,
  summary: 'Lists audit entries, newest first. All filters must match.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    ...auditFilters,
    cursor: z.string().max(100).optional().describe('From the previous page. Overrides `offset`.'),
  }),
  answer: auditLogPage,
});

export const readAuditLog = endpoint({
  name: 'readAuditLog',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs/:id`,
  summary: 'Returns one audit entry, at any age.',
  access: ACCESS_ADMINISTRATOR,
  params: z.object({ id: uuid }),
  answer: auditEntry,
  errors: ['not_found'],
});
