import { randomUUID } from 'node:crypto';
import { PLATFORM_API } from '@halyard/contract/constants';
import { FEED_READ_SCOPE, FEED_SCOPE } from '@halyard/contract/platform-feed';
import { auditWith } from '../../../apps/server/src/app.ts';
import { createServiceKeyService } from '../../../apps/server/src/features/service-keys/service-key-service.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { openSealedRows } from '../../../apps/server/src/infra/sealed-rows/open-sealed-rows.ts';
import type { Answer, Sending } from './caller.ts';
import type { Replica, Stage } from './stage.ts';

/** The payment platform, with a service key of its own. */
export interface Platform {
  readonly token: string;
  /** Calls any path, from a network of its own. */
  readonly send: (method: string, path: string, sending?: Sending) => Promise<Answer>;
  /** Paths are below the platform's API. */
  readonly post: (path: string, body: unknown, sending?: Sending) => Promise<Answer>;
  /** Feeds one batch. @throws Error unless it is accepted */
  readonly feed: (path: string, batch: object) => Promise<void>;
  readonly revokeKey: () => Promise<void>;
}

/** Creates a key as `npm run admin -- keys create` does. */
export async function connectPlatform(
  stage: Stage,
  {
    scopes = [FEED_SCOPE, FEED_READ_SCOPE],
    on = stage.a,
    name = 'Platform',
  }: { readonly scopes?: readonly string[]; readonly on?: Replica; readonly name?: string } = {},
): Promise<Platform> {
  const { database, masterKeys } = stage;
  const keys = createServiceKeyService({
    database,
    sealedRows: openSealedRows({ masterKeys, log: createLog('error') }),
    appendAudit: auditWith(masterKeys, Date.now),
  });
  const { id, token } = await keys.create({ name, scopes });
  const send: Platform['send'] = async (method, path, sending = {}) =>
    await stage
      .newCaller({ on })
      .send(method, path, { ...sending, headers: { authorization: `Bearer ${token}`, ...sending.headers } });
  const post: Platform['post'] = async (path, body, sending) =>
    await send('POST', `${PLATFORM_API}${path}`, { ...sending, body });
  return {
    token,
    send,
    post,
    feed: async (path, batch) => {
      const { status, text } = await post(path, batch);
      if (status !== 200) throw new Error(`the feed of ${path} answered ${status}: ${text}`);
    },
    revokeKey: async () => {
      await keys.revoke(id);
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

/** The ids in paths, by the segment before them. */
export function idsOf({ userUuid, merchantUuid, orderUuid }: FedUser): Readonly<Record<string, string>> {
  return {
    users: userUuid,
    merchants: merchantUuid,
    orders: orderUuid,
    records: 'users',
    ':kind': userUuid,
  };
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

/** Body of a call that redeems the invitation with this token. */
export function redemption(token: string): object {
  return { token, user: { uuid: randomUUID(), name: 'Guest', createdAt: new Date().toISOString() } };
}
