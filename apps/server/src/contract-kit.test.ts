import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN_API } from '@halyard/contract/constants';
import { checkContract } from '@halyard/contract/kit/check-contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../test/authenticator.ts';
import { plantWallet } from '../test/planted-wallet.ts';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from '../test/test-application.ts';
import { connectPlatform, testUser } from '../test/test-platform.ts';
import { codeAt } from '../test/totp-codes.ts';

let test: TestApplication;
let ada: Enrolled;
let address: string;
beforeAll(async () => {
  test = await startTestApplication();
  ada = await enrolAdministrator(test, 'ada@example.com');
  await (await connectPlatform(test)).feed({ users: [testUser(1)] });
  await plantWallet(test);
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await test.close());

const account = {
  email: 'ada@example.com',
  password: TEST_PASSWORD,
  code: async () => {
    test.clock.now += 60_000;
    return codeAt(ada.secret, test.clock.now);
  },
};

/** Passes calls on to the product, and answers some of them in another way. */
async function startOtherServer(answers: Readonly<Record<string, unknown>>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').slice(ADMIN_API.length).split('?');
    if (request.method === 'GET' && path in answers) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[path]));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name)) as [
        string,
        string,
      ][],
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(
      answer.status,
      [...answer.headers].filter(([name]) => name !== 'content-encoding').flat(),
    );
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

it('the product meets the specification in every call', async () => {
  const results = await checkContract(address, account);
  expect(results.filter(({ fault, skipped }) => fault !== undefined || skipped !== undefined)).toEqual([]);
  expect(results.length).toBeGreaterThan(30);
});

it('names each answer of another server that differs', async () => {
  const server = await startOtherServer({
    '/analytics/overview': [],
    '/merchants': { merchants: [] },
    '/invitations': { invitations: Array.from({ length: 21 }, () => ({})), totalCount: 21 },
  });
  const { port } = server.address() as AddressInfo;
  const results = await checkContract(`http://127.0.0.1:${port}`, account);
  server.close();
  const faults = results.flatMap(({ call, fault }) => (fault === undefined ? [] : [`${call}: ${fault}`]));
  expect(faults).toEqual([
    'GET /analytics/overview: body: Invalid input: expected object, received array',
    'GET /invitations?limit=20&offset=0: more records than the limit',
    'GET /invitations?limit=20&offset=1000000: records behind the last one',
    expect.stringMatching(/^GET \/merchants\?.*offset=0.*: totalCount: /),
    expect.stringMatching(/^GET \/merchants\?.*offset=1000000.*: totalCount: /),
  ]);
});
