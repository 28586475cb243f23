import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { RandomSource } from './random-source.ts';

/** Name of the sample platform in the audit log. The key itself does not exist. */
export const SAMPLE_SERVICE_KEY = {
  id: '00000000-0000-4000-8000-73616d706c65',
  name: 'Sample data',
} as const;

/** Someone who only appears in the audit log: there is no account to sign in to. */
export interface SampleAdministrator {
  readonly id: string;
  readonly email: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Past action with its audit entry. */
export interface SampleAct {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly entry: AuditEntry;
  /** Wallet whose number the entry needs, and whether its key was released. */
  readonly backup?: { readonly walletUuid: string; readonly isDone: boolean };
}

const PEOPLE = [
  [
    'maya.lindqvist@example.com',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/150.0.0.0 Safari/537.36',
  ],
  ['tomas.okafor@example.com', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/150.0.0.0 Safari/537.36'],
  ['ines.carvalho@example.com', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'jun.watanabe@example.com',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15',
  ],
] as const;

/** Uses addresses that are reserved for documentation (RFC 5737). */
export function createSampleAdministrators(random: RandomSource): SampleAdministrator[] {
  return PEOPLE.map(([email, userAgent], index) => ({
    id: random.uuid(),
    email,
    ipAddress: `203.0.113.${20 + index}`,
    userAgent,
  }));
}

/** Creates the act of an administrator, successful unless `rest` says otherwise. */
export function actOf(
  random: RandomSource,
  administrator: SampleAdministrator,
  at: number,
  rest: Pick<AuditEntry, 'action' | 'category' | 'description' | 'resource'> & Partial<AuditEntry>,
): SampleAct {
  const { id, email, ipAddress, userAgent } = administrator;
  return {
    at,
    entry: {
      status: 'success',
      actor: { type: 'admin', id, email },
      origin: { requestId: random.uuid(), ipAddress, userAgent },
      ...rest,
    },
  };
}
