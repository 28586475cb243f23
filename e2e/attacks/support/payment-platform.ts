import { PLATFORM_API } from '@halyard/contract/constants';
import { FEED_SCOPE } from '@halyard/contract/platform-feed';
import { createServiceKeyService } from '../../../apps/server/src/features/service-keys/service-key-service.ts';
import { createAppendAudit } from '../../../apps/server/src/infra/audit/append-audit.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { openSealedRows } from '../../../apps/server/src/infra/sealed-rows/open-sealed-rows.ts';
import type { Answer, Caller } from './caller.ts';
import type { Replica, Stage } from './stage.ts';

/** The payment platform, with a service key of its own. */
export interface PaymentPlatform {
  readonly key: { readonly id: string; readonly token: string };
  readonly caller: Caller;
  readonly post: (path: string, body: unknown, on?: Replica) => Promise<Answer>;
  /** Posts a batch and throws unless it was accepted. */
  readonly feed: (path: string, body: unknown) => Promise<void>;
}

export async function connectPlatform({ database, masterKeys, newCaller }: Stage): Promise<PaymentPlatform> {
  const keys = createServiceKeyService({
    database,
    sealedRows: openSealedRows({ masterKeys, log: createLog('error') }),
    appendAudit: createAppendAudit(masterKeys, () => new Date()),
  });
  const key = await keys.create({ name: 'Attacked platform', scopes: [FEED_SCOPE] });
  const caller = newCaller();
  const post: PaymentPlatform['post'] = async (path, body, on) =>
    await caller.send('POST', `${PLATFORM_API}${path}`, {
      headers: { authorization: `Bearer ${key.token}` },
      body,
      ...(on && { on: on.address }),
    });
  return {
    key,
    caller,
    post,
    async feed(path, body) {
      const { status, text } = await post(path, body);
      if (status !== 200) throw new Error(`the feed answered ${status}: ${text}`);
    },
  };
}
