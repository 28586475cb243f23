import { randomUUID } from 'node:crypto';
import { auditWith } from '../../../apps/server/src/app.ts';
import { createServiceKeyService } from '../../../apps/server/src/features/service-keys/service-key-service.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { openSealedRows } from '../../../apps/server/src/infra/sealed-rows/open-sealed-rows.ts';
import { PLATFORM_API } from '../../../packages/contract/src/constants.ts';
import { FEED_SCOPE } from '../../../packages/contract/src/platform-feed.ts';
import type { Answer, Sending } from './caller.ts';
import type { Replica, Stage } from './stage.ts';

/** The payment platform, with a service key of its own. */
export interface Platform {
  readonly keyId: string;
  /** `Bearer …` */
  readonly authorization: string;
  readonly send: (method: string, path: string, sending?: Sending) => Promise<Answer>;
  /** Feeds one batch. @throws Error unless it is accepted */
  readonly feed: (path: string, batch: object) => Promise<void>;
  readonly revokeKey: () => Promise<void>;
}

/** Creates a key as `npm run admin -- keys create` does. */
export async function connectPlatform(
  stage: Stage,
  {
    scopes = [FEED_SCOPE],
    on = stage.a,
  }: { readonly scopes?: readonly string[]; readonly on?: Replica } = {},
): Promise<Platform> {
  const { database, masterKeys } = stage;
  const keys = createServiceKeyService({
    database,
    sealedRows: openSealedRows({ masterKeys, log: createLog('error') }),
    appendAudit: auditWith(masterKeys, Date.now),
  });
  const { id: keyId, token } = await keys.create({ name: 'Platform', scopes });
  const authorization = `Bearer ${token}`;
  const send: Platform['send'] = async (method, path, sending = {}) =>
    await stage
      .newCaller({ on })
      .send(method, path, { ...sending, headers: { authorization, ...sending.headers } });
  return {
    keyId,
    authorization,
    send,
    feed: async (path, batch) => {
      const { status, text } = await send('POST', `${PLATFORM_API}${path}`, { body: batch });
      if (status !== 200) throw new Error(`the feed of ${path} answered ${status}: ${text}`);
    },
    revokeKey: async () => {
      await keys.revoke(keyId);
    },
  };
}

/** Records of one user of the platform. */
export interface FedUser {
  readonly userUuid: string;
  readonly merchantUuid: string;
  readonly orderUuid: string;
}

const FED_AT = '2026-01-02T03:04:05.000Z';

/** Feeds a user with a session, a merchant and a pending order. `text` is part of their names. */
export async function feedUser(
  platform: Platform,
  {
    text = 'plain',
    profileImageUrl = null,
    website = null,
  }: {
    readonly text?: string;
    readonly profileImageUrl?: string | null;
    readonly website?: string | null;
  } = {},
): Promise<FedUser> {
  const [userUuid, merchantUuid, orderUuid, uuid] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const email = `${userUuid}@example.com`;
  await platform.feed('/users', {
    users: [{ uuid: userUuid, email, name: `User ${text}`, profileImageUrl, createdAt: FED_AT }],
  });
  await platform.feed('/credentials', {
    credentials: [{ uuid, userUuid, kind: 'session', createdAt: FED_AT }],
  });
  await platform.feed('/merchants', {
    merchants: [{ uuid: merchantUuid, userUuid, name: `Shop ${text}`, website, createdAt: FED_AT }],
  });
  await platform.feed('/orders', { orders: [orderOf({ orderUuid, merchantUuid })] });
  return { userUuid, merchantUuid, orderUuid };
}

export function orderOf({ orderUuid = randomUUID() as string, merchantUuid = '' }): object {
  return {
    uuid: orderUuid,
    merchantUuid,
    merchantOrderId: orderUuid,
    status: 'pending',
    network: 'ETH',
    currency: 'USDT',
    amount: '100',
    amountUsd: '100',
    createdAt: FED_AT,
  };
}
