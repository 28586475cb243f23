import { describe, expect, it } from 'vitest';
import { toolEnvironment } from './tool-environment.ts';

/** Any file, because the driver reads it. */
const authority = import.meta.filename;

describe('toolEnvironment', () => {
  it('passes what the URL says, and keeps what it lacks', () => {
    const connection = {
      connectionString: `postgres://ada%40x:p%3Dw@db.example.com:5433/halyard?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`,
    };
    expect(
      toolEnvironment(connection, { PATH: '/bin', PGSSLCRL: '/crl.pem', PGHOST: 'elsewhere' }, '/ca.pem'),
    ).toEqual({
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

  it.each([
    ['verify-full', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' }],
    ['no-verify', { PGSSLMODE: 'require' }],
  ])('trusts the same servers as the product with sslmode=%s', (mode, expected) => {
    const connectionString = `postgres://ada@db.example.com/halyard?sslmode=${mode}`;
    expect(toolEnvironment({ connectionString }, {}, '/ca.pem')).toMatchObject(expected);
  });
});
