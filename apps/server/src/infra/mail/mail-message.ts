import type { Seal } from '@halyard/audit-proof/seal';
import type { Network } from '@halyard/contract/networks';

export interface ActTrace {
  /** ISO 8601. */
  readonly at: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

export type MailMessage =
  | {
      readonly kind: 'password_reset';
      readonly to: string;
      readonly token: string;
      /** ISO 8601. An expired mail is not sent. */
      readonly expiresAt: string;
    }
  | { readonly kind: 'password_changed'; readonly to: string; readonly trace: ActTrace }
  | { readonly kind: 'two_factor_disabled'; readonly to: string; readonly trace: ActTrace | undefined }
  | { readonly kind: 'two_factor_enabled'; readonly to: string; readonly trace: ActTrace }
  | { readonly kind: 'authenticator_replaced'; readonly to: string; readonly trace: ActTrace }
  | { readonly kind: 'backup_codes_replaced'; readonly to: string; readonly trace: ActTrace }
  | {
      readonly kind: 'backup_code_used';
      readonly to: string;
      readonly trace: ActTrace;
      readonly codesLeft: number;
    }
  | { readonly kind: 'new_sign_in'; readonly to: string; readonly trace: ActTrace }
  /** The first lock after wrong codes: someone knows the password. */
  | { readonly kind: 'codes_locked'; readonly to: string; readonly trace: ActTrace }
  /** A sign-in ended on wrong codes, or 20 wrong codes came in a row. */
  | { readonly kind: 'wrong_codes'; readonly to: string; readonly trace: ActTrace }
  | { readonly kind: 'sign_in_blocked'; readonly to: string; readonly trace: ActTrace }
  | { readonly kind: 'password_expired'; readonly to: string; readonly trace: ActTrace }
  /** The hourly seal, for the witness of the audit log. */
  | { readonly kind: 'audit_seal'; readonly to: string; readonly seal: Seal }
  /** To somebody who is no administrator. */
  | {
      readonly kind: 'security_notice';
      readonly to: string;
      readonly what: string;
      readonly by: string;
      /** Absent in mails of an older version that wait to be sent. */
      readonly isDenied?: boolean;
      readonly about?: string;
      /** ISO 8601. */
      readonly at: string;
      readonly ipAddress?: string;
    }
  /** To every administrator. */
  | {
      readonly kind: 'wallet_backed_up' | 'wallet_key_withheld';
      readonly to: string;
      /** The administrator who asked for the key. */
      readonly by: string;
      readonly network: Network;
      readonly address: string;
      readonly trace: ActTrace;
    }
  | {
      readonly kind: 'invitation';
      readonly to: string;
      readonly invitedBy: string;
      readonly token: string;
      /** ISO 8601. */
      readonly expiresAt: string;
    };
