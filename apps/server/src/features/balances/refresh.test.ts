import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import type { TestBrowser } from '../../../test/test-browser.ts';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';

const DEAD = 'http://127.0.0.1:9';
const BSC_UUID = randomUUID();

let test: TestApplication;
let ada: TestBrowser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  test = await startTestApplication({
    chainUrls: { ETH: DEAD, POLYGON: DEAD, TRON: DEAD },
    pricesUrl: DEAD,
  });
  ({ browser: ada } = await enrolAdministrator(test, 'ada@example.com'));
  const wallets = [
    ['ETH', 'outbound'],
    ['ETH', 'inbound'],
    ['TRON', 'outbound'],
    ['BSC', 'outbound'],
  ] as const;
  for (const [index, [network, type]] of wallets.entries()) {
    const { address } = deriveWallet(network, Buffer.alloc(32, index + 1));
    const uuid = network === 'BSC' ? BSC_UUID : randomUUID();
    const { id } = await test.database.transaction((transaction) =>
      transaction
        .insertInto('wallets')
        .values({ uuid, network, type, address, created_at: new Date(test.clock.now) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    ids[`${network} ${type}`] = String(id);
  }
});
afterAll(async () => await test?.close());

/** Ids of wallets with an open refresh request. */
async function wanted(): Promise<string[]> {
  const rows = await test.database.reader
    .selectFrom('wallet_snapshots')
    .select('wallet_id')
    .where('requested_at', 'is not', null)
    .orderBy('wallet_id')
    .execute();
  return rows.map(({ wallet_id }) => String(wallet_id));
}

describe('RefreshService', () => {
  it('stores a refresh request for one wallet by id or uuid and returns its time', async () => {
    const answer = await ada.send('POST', `/wallets/${ids['ETH inbound']}/refresh`);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
    expect(await wanted()).toEqual([ids['ETH inbound']]);
    const byUuid = await ada.send('POST', `/wallets/${BSC_UUID}/refresh`);
    expect(byUuid.status).toBe(202);
  });

  it('stores no request for a network without a node', async () => {
    expect((await ada.send('POST', `/wallets/${ids['BSC outbound']}/refresh`)).status).toBe(202);
    expect(await wanted()).not.toContain(ids['BSC outbound']);
  });

  it('stores a request for every outbound wallet with a node', async () => {
    expect((await ada.send('POST', '/wallets/outbound/refresh')).status).toBe(202);
    expect(await wanted()).toEqual([ids['ETH outbound'], ids['ETH inbound'], ids['TRON outbound']]);
  });

  it('returns 404 for an unknown wallet', async () => {
    for (const id of ['999999999', randomUUID(), '0x1']) {
      const answer = await ada.send('POST', `/wallets/${id}/refresh`);
      expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
    }
  });

  it('does not call the chains, so that lists work even if every node is down', async () => {
    const outbound = await ada.get('/wallets/outbound');
    expect(outbound).toMatchObject({ status: 200, body: { isPartial: true, totalValueUsd: '0.00' } });
    expect(await ada.get('/wallets/inbound')).toMatchObject({
      status: 200,
      body: { pagination: { totalCount: 1 } },
    });
  });
});
