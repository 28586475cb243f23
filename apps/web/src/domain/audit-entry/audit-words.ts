import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';

/** The contract's closed values in people's words, in the order in which they are offered. */
export const CATEGORY_WORDS: Readonly<Record<AuditCategory, string>> = {
  user_management: 'User management',
  merchant_management: 'Merchant management',
  invitation_management: 'Invitation management',
  wallet_operation: 'Wallet operation',
  authentication: 'Authentication',
  configuration: 'Configuration',
  system_operation: 'System operation',
};

export const RESOURCE_TYPE_WORDS: Readonly<Record<AuditResourceType, string>> = {
  admin: 'Admin',
  session: 'Session',
  user: 'User',
  merchant: 'Merchant',
  invitation: 'Invitation',
  wallet: 'Wallet',
  audit_log: 'Audit log',
  system: 'System',
};

export const ACTOR_TYPE_WORDS: Readonly<Record<AuditActorType, string>> = {
  admin: 'Admin',
  user: 'User',
  api_key: 'API key',
  system: 'System',
  anonymous: 'Anonymous',
};

export const STATUS_WORDS: Readonly<Record<AuditStatus, string>> = {
  success: 'Success',
  failure: 'Failure',
  partial: 'Partial',
};

/** A value in people's words; one that the contract does not know is spelled out. */
export function auditWord(words: Readonly<Record<string, string>>, value: string): string {
  return (Object.hasOwn(words, value) ? words[value] : undefined) ?? value.replaceAll('_', ' ');
}
