import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHalyardClient, type Schemas } from '@halyard/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { connectPlatform, uuidOf } from '../../../test/test-platform.ts';

let test: TestApplication;
let baseUrl: string;
let serviceKey: string;

beforeAll(async () => {
  test = await startTestApplication();
  baseUrl = await test.app.listen({ port: 0 });
  const scopes = ['users', 'merchants', 'orders', 'feed:read'];
  serviceKey = (await connectPlatform(test, scopes)).key.token;
});
afterAll(async () => await test.close());

it('the typed client sends an order and reads it back', async () => {
  const client = createHalyardClient({ baseUrl, serviceKey });
  const merchant: Schemas['FeedMerchant'] = {
    uuid: uuidOf(2),
    userUuid: null,
    name: 'Shop',
    createdAt: '2026-01-31T12:00:00Z',
  };
  const sent = await client.POST('/api/platform/v1/merchants', { body: { merchants: [merchant] } });
  expect(sent.data).toEqual({ created: 1, updated: 0, unchanged: 0 });
  const order: Schemas['FeedOrder'] = {
    uuid: uuidOf(3),
    merchantUuid: merchant.uuid,
    merchantOrderId: '1001',
    status: 'pending',
    network: 'TRON',
    currency: 'USDT',
    amount: '0.000000000000000001',
    amountUsd: '1',
    createdAt: '2026-01-31T12:00:00Z',
  };
  const { data } = await client.POST('/api/platform/v1/orders', { body: { orders: [order] } });
  expect(data?.created).toBe(1);
  const read = await client.GET('/api/platform/v1/records/{kind}/{id}', {
    params: { path: { kind: 'orders', id: order.uuid } },
  });
  expect(read.data).toMatchObject({ uuid: order.uuid, amount: '0.000000000000000001', status: 'pending' });
});

it('the typed client returns the error body', async () => {
  const client = createHalyardClient({ baseUrl, serviceKey: 'wrong' });
  const { data, error } = await client.GET('/api/platform/v1/users/{id}/access', {
    params: { path: { id: uuidOf(1) } },
  });
  expect([data, error?.status]).toEqual([undefined, 'unauthenticated']);
});

it.each([
  [5, 200],
  [2, 503],
])('the typed client sends a call at most %i times while the server is busy', async (attempts, status) => {
  let refusals = 2;
  const bodies: string[] = [];
  const busy = createServer(async (request, response) => {
    bodies.push((await request.toArray()).join(''));
    refusals -= 1;
    response.writeHead(refusals < 0 ? 200 : 503, { 'retry-after': '0', 'content-type': 'application/json' });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as AddressInfo;
  const client = createHalyardClient({ baseUrl: `http://127.0.0.1:${port}`, serviceKey, attempts });
  const { response } = await client.POST('/api/platform/v1/merchants', { body: { merchants: [] } });
  busy.close();
  expect(response.status).toBe(status);
  expect(new Set(bodies)).toEqual(new Set(['{"merchants":[]}']));
});
