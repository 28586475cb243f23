import { expect, it } from 'vitest';
import { createRecordingLog } from '../../test/recording-log.ts';
import { readConfiguration } from './configuration.ts';
import { isGuardedConnection, warnOfUnsafeSettings } from './settings-warnings.ts';

it.each([
  'postgres://halyard@localhost/halyard',
  'postgres://halyard@127.0.0.2:5433/halyard',
  'postgres://halyard@%2Frun%2Fpostgresql/halyard',
  'postgres:///halyard?host=/run/postgresql',
  'postgres://halyard@db.example/halyard?sslmode=verify-full',
])('isGuardedConnection treats %s as protected', (url) => expect(isGuardedConnection(url)).toBe(true));

it.each([
  'postgres://halyard@db.example/halyard',
  'postgres://halyard@db.example/halyard?sslmode=no-verify',
  'postgres://halyard@db.example/halyard?sslmode=require&uselibpqcompat=true',
  'postgres://halyard@localhost/halyard?host=db.example',
])('isGuardedConnection treats %s as unprotected', (url) => expect(isGuardedConnection(url)).toBe(false));

function warningsFor(environment: Record<string, string>): readonly string[] {
  const { log, lines } = createRecordingLog();
  warnOfUnsafeSettings(readConfiguration(environment), log);
  return lines.map(({ message }) => message);
}

it('warnOfUnsafeSettings names unknown variables that resemble ours in one line', () => {
  expect(warningsFor({ SMTP_URI: 'smtp://x', PUBLICURL: 'https://x', HOSTNAME: 'x' })).toEqual([
    'Ignoring unknown variables: SMTP_URI (did you mean SMTP_URL?), PUBLICURL (did you mean PUBLIC_URL?)',
  ]);
});

it.each([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.0.2.1', ALLOW_INSECURE_HTTP: 'on' },
  { PUBLIC_URL: 'http://192.0.2.1', ALLOW_INSECURE_HTTP: 'on' },
  { PUBLIC_URL: 'https://admin.example.com', EVALUATION: 'on' },
])('warnOfUnsafeSettings reports an evaluation that other machines can reach: %o', (environment) => {
  expect(warningsFor(environment).join()).toContain('Other machines can reach this evaluation');
});

it('warnOfUnsafeSettings reports a master key without a database', () => {
  const MASTER_KEY = Buffer.alloc(32, 1).toString('base64');
  expect(warningsFor({ MASTER_KEY })).toEqual([
    expect.stringMatching(/^MASTER_KEY is set without DATABASE_URL: /),
  ]);
});

it('warnOfUnsafeSettings names DATABASE, which other programs use too', () => {
  expect(warningsFor({ DATABASE: 'x' })).toEqual([
    'Ignoring unknown variables: DATABASE (did you mean DATABASE_URL?)',
  ]);
});

it('warnOfUnsafeSettings is silent about an evaluation on loopback', () => {
  expect([warningsFor({}), warningsFor({ HOST: '::1' }), warningsFor({ HOST: 'localhost' })]).toEqual([
    [],
    [],
    [],
  ]);
});
