import { z } from 'zod';
import { instant } from './fields.ts';

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

/** An entry as it is shown. What an entry does not have is null. */
export const auditEntry = z.object({
  id: z.string(),
  action: z.string().describe('`user.block`'),
  actionCategory: z.enum(AUDIT_CATEGORIES),
  description: z.string(),
  status: z.enum(AUDIT_STATUSES),
  createdAt: instant,
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
