import { describe, expect, it } from 'vitest';
import { toolEnvironment, trustsDefaultAuthorities } from './tool-environment.ts';

/** Any file, because the driver reads it. */
const authority = import.meta.filename;

describe('toolEnvironment', () => {
  it('passes what the URL says, and keeps what it lacks', () => {
    const connection = {
      connectionString: `postgres://ada%40x:p%3Dw@db.example.com:5433/halyard?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`,
    };
    expect(toolEnvironment(connection, { PATH: '/bin', PGSSLCRL: '/crl.pem', PGHOST: 'elsewhere' })).toEqual({
      PATH: '/bin',
      PGSSLCRL: '/crl.pem',
      LC_ALL: 'C',
      PGAPPNAME: 'halyard backup',
      PGHOST: 'db.example.com',
      PGPORT: '5433',
      PGUSER: 'ada@x',
      PGPASSWORD: 'p=w',
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: authority,
    });
  });

  it('knows the mode of the driver that checks no certificate', () => {
    const connectionString = 'postgres://ada@db.example.com/halyard?sslmode=no-verify';
    expect(toolEnvironment({ connectionString }, {})).toMatchObject({ PGSSLMODE: 'require' });
  });
});

it.each([
  ['sslmode=verify-full', true],
  [`sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`, false],
  ['sslmode=no-verify', false],
  ['', false],
])('trustsDefaultAuthorities for the parameters %j returns %s', (parameters, expected) => {
  const connectionString = `postgres://ada@db.example.com/halyard?${parameters}`;
  expect(trustsDefaultAuthorities({ connectionString })).toBe(expected);
});
