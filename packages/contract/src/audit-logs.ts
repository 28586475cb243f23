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
