import { randomUUID } from 'node:crypto';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { serviceKeyCreated, serviceKeyRevoked } from './service-key-audit.ts';
import { insertServiceKey, markServiceKeyRevoked, readServiceKeys } from './service-key-store.ts';
import { newServiceKeyToken } from './service-key-token.ts';

export interface ServiceKeySummary {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Null for any address. */
  readonly networks: readonly string[] | null;
}

export interface ServiceKeyService {
  /** The token cannot be read again, because only its hash is stored. */
  readonly create: (key: {
    readonly name: string;
    readonly scopes: readonly string[];
    readonly expiresAt?: Date | undefined;
    readonly networks?: readonly string[] | undefined;
  }) => Promise<{ readonly id: string; readonly token: string }>;
  readonly list: () => Promise<readonly ServiceKeySummary[]>;
  /** Returns false if there was no active key with this id. */
  readonly revoke: (id: string) => Promise<boolean>;
}

export function createServiceKeyService(parts: {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
}): ServiceKeyService {
  const { database, sealedRows, appendAudit } = parts;
  return {
    create: async ({ name, scopes, expiresAt, networks }) => {
      const id = randomUUID();
      const token = newServiceKeyToken(id);
      await database.transaction(async (transaction) => {
        await insertServiceKey(transaction, sealedRows, { id, name, scopes, token, expiresAt, networks });
        await appendAudit(transaction, serviceKeyCreated({ id, name }, { scopes, expiresAt, networks }));
      });
      return { id, token };
    },

    list: async () => {
      const rows = await readServiceKeys(database.reader);
      return rows.map(({ id, name, scopes, created_at, last_used_at, revoked_at, expires_at, networks }) => ({
        id,
        name,
        scopes,
        createdAt: created_at,
        lastUsedAt: last_used_at,
        revokedAt: revoked_at,
        expiresAt: expires_at,
        networks,
      }));
    },

    revoke: async (id) =>
      await database.transaction(async (transaction) => {
        const key = await markServiceKeyRevoked(transaction, sealedRows, id);
        if (key === undefined) return false;
        await appendAudit(transaction, serviceKeyRevoked(key));
        return true;
      }),
  };
}
