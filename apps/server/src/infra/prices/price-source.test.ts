import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOOPBACK_CERTIFICATE } from '../../../test/loopback-certificate.ts';
import { type SourceConduct, type SourceServer, startSourceServer } from '../../../test/source-server.ts';
import { createPriceSource } from './price-source.ts';

const SIGNAL = new AbortController().signal;
const SYMBOLS = ['ETH', 'TRX', 'USDT', 'POL'];

let server: SourceServer;
beforeAll(async () => {
  server = await startSourceServer(() => '{"ETH": 3120.5}');
});
afterAll(async () => await server?.stop());
beforeEach(() => {
  server.conduct = 'answer';
});

async function read(answer: string) {
  server.conduct = () => answer;
  const { prices, refused } = await createPriceSource({ url: server.url, symbols: SYMBOLS }).read(SIGNAL);
  return { ...Object.fromEntries(prices), refused };
}

describe('createPriceSource', () => {
  // @spec O.21
  it('sends a GET request with the query and credentials of the URL', async () => {
    const url = `${server.url.replace('//', '//me:secret@')}/prices?vs=usd`;
    const { prices } = await createPriceSource({ url, symbols: SYMBOLS }).read(SIGNAL);
    expect([...prices]).toEqual([['ETH', '3120.5']]);
    expect(server.questions.at(-1)).toMatchObject({
      path: '/prices?vs=usd',
      headers: { authorization: `Basic ${btoa('me:secret')}` },
      body: '',
    });
  });

  it('returns numbers and text without rounding', async () => {
    expect(await read('{"ETH": 3120.12345678901234567890, "TRX": "0.19", "POL": 2.1e-5, "DOGE": 1}')).toEqual(
      {
        ETH: '3120.12345678901234567890',
        TRX: '0.19',
        POL: '2.1e-5',
        refused: [],
      },
    );
  });

  it('omits missing or null prices, including stablecoins', async () => {
    expect(await read('{"ETH": 1, "USDT": null}')).toEqual({ ETH: '1', refused: [] });
  });

  it.each([
    '0',
    '0.000',
    '-1',
    '"NaN"',
    '"-0.5"',
    '1e8',
    '1e-40',
    '"1,5"',
    '""',
    'true',
    '{"usd": 1}',
    '[1]',
  ])('rejects a price of %s and keeps the others', async (price) => {
    expect(await read(`{"ETH": ${price}, "TRX": 0.2}`)).toEqual({ TRX: '0.2', refused: ['ETH'] });
  });

  it.each<[string, SourceConduct, string]>([
    ['has NaN in it', () => '{"ETH": NaN}', 'The price source returned an invalid response'],
    ['is a list', () => '[1]', 'The price source returned an invalid response'],
    ['has nothing of ours', () => '{"DOGE": 1}', 'The price source returned none of the prices'],
    ['is an error', { status: 500 }, 'The price source answered with HTTP status 500'],
    ['has 50 MB', 'flood', 'The price source answered with more than 1 MB'],
    ['never comes', 'cut', 'The price source could not be reached'],
  ])('reports the reason when the response %s', async (_, conduct, message) => {
    server.conduct = conduct;
    const source = createPriceSource({ url: server.url, symbols: SYMBOLS });
    await expect(source.read(SIGNAL)).rejects.toThrow(message);
  });

  it('rejects an invalid certificate', async () => {
    const impostor = createServer(LOOPBACK_CERTIFICATE, (_, response) => response.end('{"ETH": 1}'));
    impostor.listen(0, '127.0.0.1');
    await once(impostor, 'listening');
    const url = `https://127.0.0.1:${(impostor.address() as AddressInfo).port}/`;
    const reading = createPriceSource({ url, symbols: SYMBOLS }).read(SIGNAL);
    await expect(reading).rejects.toThrow('The price source could not be reached');
    impostor.close();
  });
});
