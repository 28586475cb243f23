import type { Json } from '@halyard/audit-proof/canonical-json';
import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';

/** An entry's columns except those that the chain adds: number and hashes. */
export interface AuditContent {
  readonly id: string;
  /** Time of the act, in ISO 8601 with milliseconds, as is `occurred_at`. */
  readonly created_at: string;
  readonly action: string;
  readonly action_category: AuditCategory;
  readonly description: string;
  readonly status: AuditStatus;
  readonly actor_type: AuditActorType;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly resource_type: AuditResourceType;
  readonly resource_id: string | null;
  readonly resource_identifier: string | null;
  readonly request_id: string | null;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly error_message: string | null;
  readonly metadata: { readonly [key: string]: Json } | null;
  readonly changes: { readonly [key: string]: Json } | null;
  /** Only entries that the platform sent have this and `service_key_id`. */
  readonly occurred_at?: string;
  readonly service_key_id?: string;
}
