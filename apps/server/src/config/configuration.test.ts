import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');

describe('readConfiguration', () => {
  // @spec D.1, O.10, O.12
  it('uses evaluation mode without any variable', () => {
    expect(readConfiguration({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databasePoolMax: 10,
      sampleData: true,
      adminEmail: 'admin@example.com',
      productName: 'Halyard',
      rateLimitFactor: 1,
      auditRetentionDays: 400,
      feedSilentMinutes: 60,
      logLevel: 'info',
    });
  });

  it('treats an empty value as unset', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    });
  });

  // @spec O.13
  it('loads sample data into an external database only if SAMPLE_DATA is set', () => {
    const yours = { DATABASE_URL: 'postgres://localhost/x', MASTER_KEY: KEY };
    expect(readConfiguration(yours).sampleData).toBe(false);
    expect(readConfiguration({ ...yours, SAMPLE_DATA: 'on' }).sampleData).toBe(true);
  });

  // @spec O.27
  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://user@:port/db'],
    ['DATABASE_POOL_MAX', '3'],
    ['DATABASE_POOL_MAX', '101'],
    ['DATABASE_POOL_MAX', 'ten'],
    ['SAMPLE_DATA', 'yes'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'short'],
    ['PUBLIC_URL', 'admin.example.com'],
    ['PUBLIC_URL', 'https://admin.example.com/?a=b'],
    ['PUBLIC_URL', 'https://admin.example.com/halyard'],
    ['PUBLIC_URL', 'https://admin.example.com/halyard/'],
    ['PUBLIC_URL', 'https://admin.example.com//'],
    ['PUBLIC_URL', 'https://admin.example.com/%20'],
    ['PUBLIC_URL', 'https://admin.example.com?'],
    ['PUBLIC_URL', 'https://admin.example.com/#users'],
    ['PUBLIC_URL', 'https://user:pass@admin.example.com'],
    ['PUBLIC_URL', 'https://user@admin.example.com'],
    ['PUBLIC_URL', 'https://:pass@admin.example.com'],
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', `${'A'.repeat(43)}=`],
    ['MASTER_KEY', `${KEY.slice(0, -1)} sample`],
    ['MASTER_KEY_PREVIOUS', `${KEY},c2hvcnQ=`],
    ['FEED_SILENT_MINUTES', '-1'],
    ['FEED_SILENT_MINUTES', '1h'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['HOST', '[::1]'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', 'http://127.0.0.1'],
    ['HOST', 'my host'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'fe80::1%eth0'],
    ['HOST', ' '],
    ['TRUSTED_PROXIES', 'everybody'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, 0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_HOST', 'a host'],
    ['METRICS_PORT', '-1'],
    ['AUDIT_RETENTION_DAYS', '-1'],
    ['AUDIT_RETENTION_DAYS', '1.5'],
    ['ALLOW_INSECURE_HTTP', 'true'],
    ['API_DOCS', 'yes'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'http://mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com/?requireTLS=false'],
    ['SMTP_URL', 'smtp://user:50%@mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com:70000'],
    ['MAIL_FROM', 'Halyard'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Halyard <a@example.com>\r\nBcc: <b@example.com>'],
    ['INVITE_URL', 'https://pay.example.com/join'],
    ['INVITE_URL', 'javascript:alert("{token}")'],
    ['RPC_ETH_URL', 'localhost:8545'],
    ['RPC_POLYGON_URL', 'wss://node.example.com'],
    ['RPC_BSC_URL', 'https://u:50%@node.example.com'],
    ['TRON_URL', 'file:///etc/passwd'],
    ['TRON_API_KEY', 'a b'],
    ['PRICES_URL', 'https://prices.example.com/#usd'],
    ['EXPLORER_ETH_URL', 'https://etherscan.io/?a=b'],
    ['EXPLORER_POLYGON_URL', 'https://u:p@polygonscan.com'],
    ['EXPLORER_BSC_URL', 'javascript:alert(1)'],
    ['EXPLORER_TRON_URL', 'tronscan.org'],
  ])('rejects %s=%s in one line that names the variable', (name, value) => {
    const attempt = () => readConfiguration({ [name]: value });
    expect(attempt).toThrow(new RegExp(`^${name}: expected [^\\n]+$`));
  });

  it('serves metrics only to this machine by default, whatever HOST is', () => {
    expect(readConfiguration({ HOST: '0.0.0.0' }).metricsHost).toBe('127.0.0.1');
    expect(readConfiguration({ METRICS_HOST: '::' }).metricsHost).toBe('::');
  });

  it('requires a separate port for metrics', () => {
    expect(() => readConfiguration({ METRICS_PORT: '3000' })).toThrow(/^METRICS_PORT: expected [^\n]+$/);
    expect(readConfiguration({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
  });

  it.each([
    ['a public address', { PUBLIC_URL: 'https://admin.example.com' }, 'DATABASE_URL: required'],
    ['a public IP address', { PUBLIC_URL: 'https://192.0.2.1:8443' }, 'DATABASE_URL: required'],
    ['EVALUATION=off', { EVALUATION: 'off' }, 'DATABASE_URL: required'],
    ['a misspelled DATABASE_URL', { DATABSE_URL: 'postgres://x' }, 'DATABSE_URL: unknown variable'],
    ['a longer DATABASE_URL', { DATABASE_URL_MAIN: 'postgres://x' }, 'DATABASE_URL_MAIN: unknown variable'],
    [
      'a pooler in transaction mode only',
      { DATABASE_URL: 'postgres://x', MASTER_KEY: KEY, DATABASE_POOLER: 'transaction' },
      'DATABASE_URL_OWNER: required',
    ],
    ['a missing file', { DATABASE_URL_FILE: '/nowhere/url' }, 'DATABASE_URL_FILE: cannot read'],
  ])('starts no evaluation with %s', (_what, environment, refusal) => {
    expect(() => readConfiguration(environment)).toThrow(new RegExp(`^${refusal}[^\\n]+$`));
  });

  it('starts an evaluation unless it is meant for production or EVALUATION is off', () => {
    for (const environment of [
      { PUBLIC_URL: 'https://localhost:8443' },
      { HOST: '0.0.0.0' },
      { MASTER_KEY: KEY },
      { DATABASE: 'postgres://127.0.0.1/x' },
      { EVALUATION: 'on', PUBLIC_URL: 'https://admin.example.com', DATABSE_URL: 'postgres://x' },
      { ALLOW_INSECURE_HTTP: 'on', PUBLIC_URL: 'http://192.0.2.1' },
    ]) {
      expect(readConfiguration(environment)).toMatchObject({ databaseUrl: undefined, isEvaluation: true });
    }
  });

  it('names the TLS check that the driver applies, so that the driver prints no warning', () => {
    const read = (DATABASE_URL: string) => readConfiguration({ DATABASE_URL, MASTER_KEY: KEY }).databaseUrl;
    for (const mode of ['prefer', 'require', 'verify-ca']) {
      expect(read(`postgres://db/x?sslmode=${mode}&a=b`)).toBe('postgres://db/x?sslmode=verify-full&a=b');
    }
    for (const url of [
      'postgres://db/x',
      'postgres://db/x?sslmode=disable',
      'postgres://db/x?sslmode=require&uselibpqcompat=true',
    ]) {
      expect(read(url)).toBe(url);
    }
  });

  it.each([
    ['postgres://user@/db?host=/run/postgresql', 'postgres://user@localhost/db?host=/run/postgresql'],
    ['postgresql://u:p@:5433/db?host=/run', 'postgresql://u:p@localhost:5433/db?host=/run'],
    ['postgres://:5433/db?host=/run', 'postgres://localhost:5433/db?host=/run'],
    ['postgres:///db?host=/run/postgresql&user=u', 'postgres:///db?host=/run/postgresql&user=u'],
    ['postgres://user@', 'postgres://user@localhost'],
  ])('accepts %s, without a host as libpq does', (DATABASE_URL, databaseUrl) => {
    expect(readConfiguration({ DATABASE_URL, MASTER_KEY: KEY })).toMatchObject({ databaseUrl });
  });

  // @spec O.20
  it('requires MASTER_KEY for an external database', () => {
    expect(() => readConfiguration({ DATABASE_URL: 'postgres://localhost/x' })).toThrow(
      /^MASTER_KEY: required/,
    );
  });

  it('accepts previous master keys only with a current one', () => {
    const keys = { MASTER_KEY: KEY, MASTER_KEY_PREVIOUS: ` ${KEY}, ${KEY} ` };
    expect(readConfiguration(keys).previousMasterKeys).toEqual([Buffer.alloc(32, 1), Buffer.alloc(32, 1)]);
    expect(readConfiguration({ MASTER_KEY: `"${KEY}"\n` }).previousMasterKeys).toEqual([]);
    expect(() => readConfiguration({ MASTER_KEY_PREVIOUS: KEY })).toThrow(/^MASTER_KEY: required/);
  });

  // @spec D.7, O.24
  it('rejects plain http except on loopback, unless allowed', () => {
    expect(() => readConfiguration({ PUBLIC_URL: 'http://admin.example.com' })).toThrow(/^PUBLIC_URL: /);
    for (const url of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://127.0.0.2:3000',
      'http://[::1]:8080',
      'https://admin.example.com',
    ]) {
      expect(readConfiguration({ PUBLIC_URL: url, EVALUATION: 'on' }).publicUrl).toBe(url);
    }
    const allowed = { PUBLIC_URL: 'http://admin.example.com', ALLOW_INSECURE_HTTP: 'on' };
    expect(readConfiguration(allowed).publicUrl).toBe('http://admin.example.com');
  });

  it('uses its own address as the public URL by default, except on loopback', () => {
    for (const HOST of ['localhost', '::1', '0.0.0.0', '::']) {
      expect(readConfiguration({ HOST }).publicUrl).toBeUndefined();
    }
    expect(() => readConfiguration({ HOST: '192.0.2.1' })).toThrow(
      /^PUBLIC_URL: required with HOST=192\.0\.2\.1, expected an https:/,
    );
    const allowed = { HOST: '192.0.2.1', PORT: '81', ALLOW_INSECURE_HTTP: 'on' };
    expect(readConfiguration(allowed).publicUrl).toBe('http://192.0.2.1:81');
  });

  it('normalizes the public URL like browsers', () => {
    const settings = { PUBLIC_URL: ' HTTPS://Admin.Example.com:443/ ', EVALUATION: 'on' };
    expect(readConfiguration(settings).publicUrl).toBe('https://admin.example.com');
  });

  it('accepts an SMTP server with or without a user', () => {
    for (const url of [
      'smtp://127.0.0.1:2525',
      'smtps://u%40x:p%2F@mail.example.com',
      'smtp://u@x:p@[::1]:25',
    ]) {
      expect(readConfiguration({ SMTP_URL: url }).smtpUrl).toBe(url);
    }
  });

  // @spec O.19
  it('sends mail from no-reply at the public host by default', () => {
    const from = (environment: Record<string, string>) =>
      readConfiguration({ EVALUATION: 'on', ...environment }).mailFrom;
    expect(from({ MAIL_FROM: 'ops@example.com' })).toEqual({ name: '', address: 'ops@example.com' });
    expect(from({ MAIL_FROM: '"Pay, Inc." <ops@mx>' })).toEqual({ name: 'Pay, Inc.', address: 'ops@mx' });
    expect(from({ MAIL_FROM: 'Bücher <post@bücher.example>' })).toEqual({
      name: 'Bücher',
      address: 'post@xn--bcher-kva.example',
    });
    expect(from({ PUBLIC_URL: 'https://büro.example' }).address).toBe('no-reply@xn--bro-hoa.example');
    expect(from({ PUBLIC_URL: 'https://admin.example.com:8443', PRODUCT_NAME: 'Pay' })).toEqual({
      name: 'Pay',
      address: 'no-reply@admin.example.com',
    });
    expect(from({})).toEqual({ name: 'Halyard', address: 'no-reply@localhost' });
    expect(from({ PUBLIC_URL: 'https://192.0.2.1' }).address).toBe('no-reply@localhost');
    expect(from({ PUBLIC_URL: 'https://[2001:db8::1]' }).address).toBe('no-reply@localhost');
  });

  // @spec O.21
  it('enables only the networks whose URLs are set', () => {
    const { chainUrls, explorerUrls, pricesUrl } = readConfiguration({
      RPC_ETH_URL: 'https://u%40x:p@node.example.com/v2/key?a=b',
      TRON_URL: '',
      EXPLORER_TRON_URL: 'https://tronscan.org/',
    });
    expect(chainUrls).toEqual({ ETH: 'https://u%40x:p@node.example.com/v2/key?a=b' });
    expect(explorerUrls).toEqual({ TRON: 'https://tronscan.org' });
    expect(pricesUrl).toBeUndefined();
  });

  it('treats a product with the embedded database or sample data as an evaluation', () => {
    const yours = { DATABASE_URL: 'postgres://localhost/x', MASTER_KEY: KEY };
    expect(readConfiguration({ SAMPLE_DATA: 'off' }).isEvaluation).toBe(true);
    expect(readConfiguration(yours).isEvaluation).toBe(false);
    expect(readConfiguration({ ...yours, SAMPLE_DATA: 'on' }).isEvaluation).toBe(true);
  });

  // @spec O.22
  it('requires ANALYTICS_KEY and ANALYTICS_HOST together', () => {
    expect(() => readConfiguration({ ANALYTICS_KEY: 'x' })).toThrow(/^ANALYTICS_HOST: required/);
    expect(() => readConfiguration({ ANALYTICS_HOST: 'https://a.example' })).toThrow(
      /^ANALYTICS_KEY: required/,
    );
  });
});
