import { expect, it } from 'vitest';
import { startTestApplication } from '../../test/test-application.ts';

// @spec O.28, O.29
it('/healthz succeeds and /readyz fails without the database', async () => {
  const { app, database, close } = await startTestApplication();
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  await database.close();
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  await close();
});

it('/version reports the version of the package', async () => {
  const { app, close } = await startTestApplication();
  const { statusCode, body } = await app.inject({ url: '/version' });
  expect([statusCode, JSON.parse(body)]).toEqual([
    200,
    { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  ]);
  await close();
});

it('health routes answer HEAD like GET, without a body', async () => {
  const { app, close } = await startTestApplication();
  for (const url of ['/healthz', '/readyz', '/version']) {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url });
    expect([statusCode, body]).toEqual([200, '']);
  }
  await close();
});
