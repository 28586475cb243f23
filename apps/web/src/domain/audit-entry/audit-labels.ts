import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';

export const CATEGORY_LABELS: Readonly<Record<AuditCategory, string>> = {
  user_management: 'User management',
  merchant_management: 'Merchant management',
  invitation_management: 'Invitation management',
  wallet_operation: 'Wallet operation',
  authentication: 'Authentication',
  configuration: 'Configuration',
  system_operation: 'System operation',
};

export const RESOURCE_TYPE_LABELS: Readonly<Record<AuditResourceType, string>> = {
  admin: 'Admin',
  session: 'Session',
  user: 'User',
  merchant: 'Merchant',
  invitation: 'Invitation',
  wallet: 'Wallet',
  audit_log: 'Audit log',
  system: 'System',
};

export const ACTOR_TYPE_LABELS: Readonly<Record<AuditActorType, string>> = {
  admin: 'Admin',
  user: 'User',
  api_key: 'API key',
  system: 'System',
  anonymous: 'Anonymous',
};

export const STATUS_LABELS: Readonly<Record<AuditStatus, string>> = {
  success: 'Success',
  failure: 'Failure',
  partial: 'Partial',
};

/** Returns the label of a value. In an unknown value, spaces replace underscores. */
export function auditLabel(labels: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(labels, value) ? labels[value] : undefined) ?? value.replaceAll('_', ' ');
}
