import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { StartupError } from '../infra/startup-error.ts';
import { listen, listeningRefusal } from './listen.ts';

it.each([
  ['fe80::1', 'needs a network zone'],
  ['192.0.2.1', 'is not an address of this machine'],
  ['halyard.invalid', ''],
  ['a..b', 'the name a..b is unknown'],
])('listen explains in one line why %s cannot be used', async (host, reason) => {
  const error = await listen(Fastify(), { host, port: 0 }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toMatch(
    new RegExp(`^StartupError: HOST: [^\\n]*${reason}[^\\n]+, such as 127\\.0\\.0\\.1$`),
  );
});

it('listeningRefusal explains errors that it does not know', () => {
  const error = Object.assign(new Error('listen EAFNOSUPPORT'), { code: 'EAFNOSUPPORT' });
  expect(String(listeningRefusal(error, { variable: 'PORT', host: '::1', port: 3000 }))).toBe(
    'StartupError: HOST: this machine cannot listen on ::1 (EAFNOSUPPORT): set it to another address, such as 127.0.0.1',
  );
});
