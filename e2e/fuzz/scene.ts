import { randomBytes, randomUUID } from 'node:crypto';
import { createServiceKeyService } from '../../apps/server/src/features/service-keys/service-key-service.ts';
import { createAppendAudit } from '../../apps/server/src/infra/audit/append-audit.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { openSealedRows } from '../../apps/server/src/infra/sealed-rows/open-sealed-rows.ts';
import { PLATFORM_API } from '../../packages/contract/src/constants.ts';
import { FEED_SCOPE, FEED_SCOPES } from '../../packages/contract/src/platform-feed.ts';
import { type Stage, startStage } from '../attacks/support/stage.ts';
import { knownUuid } from './known-uuids.ts';
import { platformRecords } from './platform-records.ts';

/** Records of each kind that exist from the start. */
const RECORDS = 40;
const SETTINGS = { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error' };

export interface Scene {
  readonly stage: Stage;
  /** Tokens of service keys by scope. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Two processes without rate limits, service keys, and records of the platform. */
export async function openScene(): Promise<Scene> {
  const stage = await startStage(SETTINGS);
  const keys = await createKeys(stage);
  await feedRecords(stage, keys.get(FEED_SCOPE) ?? '');
  return { stage, keys };
}

async function createKeys({ database, masterKeys }: Stage): Promise<Map<string, string>> {
  const keys = createServiceKeyService({
    database,
    sealedRows: openSealedRows({ masterKeys, log: createLog('error') }),
    appendAudit: createAppendAudit(masterKeys, () => new Date()),
  });
  const tokens = new Map<string, string>();
  for (const scope of [FEED_SCOPE, ...FEED_SCOPES]) {
    const { token } = await keys.create({ name: `Fuzz ${scope}`, scopes: [scope] });
    tokens.set(scope, token);
  }
  return tokens.set('unknown', `${randomUUID()}.${randomBytes(32).toString('base64url')}`);
}

async function feedRecords({ a, newWallet }: Stage, token: string): Promise<void> {
  for (const [path, batch] of Object.entries(platformRecords(RECORDS))) {
    const answer = await fetch(`${a.address}${PLATFORM_API}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(batch),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
  for (let number = 1; number <= RECORDS; number++) {
    await newWallet({
      uuid: knownUuid(number),
      network: number % 3 === 0 ? 'TRON' : 'ETH',
      type: number % 4 === 0 ? 'outbound' : 'inbound',
      isKeyHeld: number % 2 === 0,
    });
  }
}
