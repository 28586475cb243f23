import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { instant, instantInput, pageQuery, totalCount } from './fields.ts';

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
  action: z.string().describe('`user.block`'),
  actionCategory: z.enum(AUDIT_CATEGORIES),
  description: z.string(),
  status: z.enum(AUDIT_STATUSES),
  createdAt: instant,
  occurredAt: instant
    .optional()
    .describe("When it happened by the platform's clock; only of entries that the platform sent."),
  serviceKeyId: z.string().optional().describe('With which key the platform sent the entry.'),
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
  changes: z.record(z.string(), z.unknown()).nullable().describe('Field to `{before, after}` or other keys.'),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;

export const AUDIT_EMAIL_MAX = 320;
export const AUDIT_ACTION_MAX = 100;
export const AUDIT_IDENTIFIER_MAX = 200;

/**
 * What a list of entries can be narrowed by; all that is given must hold. An e-mail is compared whole, without regard
 * to case: a part of one would have no exact total that is fast at any size. Action and resource id are compared
 * exactly. `from` is included, `to` is not.
 */
export const auditFilters = {
  actorEmail: z.string().trim().min(1).max(AUDIT_EMAIL_MAX).optional(),
  actorType: z.enum(AUDIT_ACTOR_TYPES).optional(),
  resourceType: z.enum(AUDIT_RESOURCE_TYPES).optional(),
  resourceId: z.string().trim().min(1).max(AUDIT_IDENTIFIER_MAX).optional(),
  actionCategory: z.enum(AUDIT_CATEGORIES).optional(),
  action: z.string().trim().min(1).max(AUDIT_ACTION_MAX).optional(),
  status: z.enum(AUDIT_STATUSES).optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
};

export const auditLogPage = z.object({
  logs: z.array(auditEntry),
  totalCount: totalCount.describe('Of all pages together, exact.'),
  nextCursor: z.string().nullable().describe('Of the next older entries; null where there are none.'),
});
export type AuditLogPage = z.infer<typeof auditLogPage>;

export const listAuditLogs = endpoint({
  name: 'listAuditLogs',
  method: 'GET',
  path: `${ADMIN_API}/audit-logs`,
  summary: 'Audit entries, newest first, by any filters together.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({
    ...pageQuery,
    ...auditFilters,
    cursor: z.string().max(100).optional().describe('Of the page before; goes before `offset`.'),
  }),
  answer: auditLogPage,
});
