import { resolve } from 'node:path';
import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import type { Network } from '@halyard/contract/networks';
import { z } from 'zod';
import { isLoopbackHost, LOOPBACK_HOSTS } from '../infra/loopback-hosts.ts';
import type { MailSender } from '../infra/mail/mail-transport.ts';
import { StartupError } from '../infra/startup-error.ts';
import { defaultMailSender, parseMailSender } from './mail-sender.ts';
import { isSmtpUrl } from './smtp-url.ts';

/** Addresses to listen on that are no address to be reached at. */
const EVERY_INTERFACE = new Set(['0.0.0.0', '::']);

const onOrOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

/**
 * What is not base64 would be skipped, and zeros are an example's: neither is a key that somebody has made. Quotes around
 * it are kept by some readers of environment files.
 */
const masterKeyText = z
  .string()
  .transform((text) => text.trim().replace(/^(["'])(.*)\1$/, '$2'))
  .refine((text) => /^[\w+/-]{43}=?$/.test(text))
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32 && key.some((byte) => byte !== 0));

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Where a chain's node or the prices are asked for; user and password may be in it, and are sent as such. */
const nodeUrl = [
  url(['http:', 'https:']).refine((text) => !/#|%(?![\dA-F]{2})/i.test(text)),
  'an http:// or https:// URL without a fragment, user and password percent-encoded',
] as const;
/** What a page's path is put behind. */
const pagesUrl = url(['http:', 'https:'])
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed?.username === '' && parsed.password === '' && !/[?#]/.test(text);
  })
  .transform((text) => new URL(text).href.replace(/\/$/, ''));
const explorerUrl = [
  pagesUrl,
  'an http:// or https:// URL without a query, such as https://etherscan.io',
] as const;

/** Every variable with what is expected of it: the sentence that a failed start prints. */
const VARIABLES = {
  PORT: [
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.int().max(65_535)),
    'a port from 0 to 65535',
  ],
  HOST: [
    z
      .string()
      .regex(/^[\w.:-]+$/)
      .refine((text) => URL.canParse(`http://${urlHost(text)}:80`)),
    'an address to listen on, such as 127.0.0.1 or ::1, or a name of this machine',
  ],
  DATA_DIR: [z.string().min(1), 'a folder'],
  DATABASE_URL: [url(['postgres:', 'postgresql:']), 'a postgres:// URL'],
  SAMPLE_DATA: [onOrOff, 'on or off'],
  ADMIN_EMAIL: [z.email(), 'an e-mail address'],
  ADMIN_PASSWORD: [z.string().min(12).max(127), 'a password of 12 to 127 characters'],
  PUBLIC_URL: [
    pagesUrl,
    'an http:// or https:// URL without user, query and fragment, such as https://admin.example.com',
  ],
  PRODUCT_NAME: [z.string().trim().min(1).max(40), 'a name of 1 to 40 characters'],
  MASTER_KEY: [masterKeyText, '32 bytes in base64 (openssl rand -base64 32)'],
  MASTER_KEY_PREVIOUS: [
    z
      .string()
      .transform((text) => text.trim().split(/[\s,]+/))
      .pipe(z.array(masterKeyText)),
    'keys of 32 bytes in base64 separated by commas',
  ],
  ANALYTICS_HOST: [url(['http:', 'https:']), 'an http:// or https:// URL'],
  ANALYTICS_KEY: [z.string().min(1), 'the project key of the analytics service'],
  IMAGE_ORIGINS: [
    z
      .string()
      .transform((text) => text.split(/[\s,]+/))
      .pipe(z.array(url(['https:']).transform((text) => new URL(text).origin))),
    'https:// origins separated by commas',
  ],
  ALLOW_INSECURE_HTTP: [onOrOff, 'on or off'],
  RATE_LIMIT_FACTOR: [
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().positive()),
    'a number above 0',
  ],
  TRUSTED_PROXIES: [
    z
      .string()
      .transform((text) => text.split(/[\s,]+/))
      .pipe(
        z.array(
          z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((range) => !range.endsWith('/0')),
        ),
      ),
    'IP addresses or ranges separated by commas, none of them everybody',
  ],
  SMTP_URL: [
    z.string().refine(isSmtpUrl),
    'smtp:// or smtps://, user:password@ where the server asks for them (percent-encoded), host and port',
  ],
  MAIL_FROM: [
    z
      .string()
      .transform(parseMailSender)
      .refine((sender) => sender !== undefined),
    'an e-mail address, or a name and <address>',
  ],
  INVITE_URL: [
    url(['http:', 'https:']).refine((text) => text.includes('{token}')),
    'an http:// or https:// URL with {token} in it',
  ],
  RPC_ETH_URL: nodeUrl,
  RPC_POLYGON_URL: nodeUrl,
  RPC_BSC_URL: nodeUrl,
  TRON_URL: nodeUrl,
  TRON_API_KEY: [z.string().regex(/^[\x21-\x7e]+$/), 'a key of TronGrid'],
  PRICES_URL: nodeUrl,
  EXPLORER_ETH_URL: explorerUrl,
  EXPLORER_POLYGON_URL: explorerUrl,
  EXPLORER_BSC_URL: explorerUrl,
  EXPLORER_TRON_URL: explorerUrl,
  AUDIT_RETENTION_DAYS: [
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
    'a number of days, or 0 for ever',
  ],
  METRICS_PORT: [
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.int().max(65_535)),
    'a port from 0 to 65535',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'a level such as info or warn',
  ],
} as const;

type Variables = typeof VARIABLES;
type Value<Name extends keyof Variables> = z.output<Variables[Name][0]>;

/** What the environment says, checked. Read once, at the start. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined means evaluation mode: the product runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly sampleData: boolean;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  /** Undefined on loopback, where localhost, 127.0.0.1 and [::1] all are the product's own origin. */
  readonly publicUrl: string | undefined;
  readonly productName: string;
  readonly masterKey: Buffer | undefined;
  /** Only open what `masterKey` does not. */
  readonly previousMasterKeys: readonly Buffer[];
  readonly analytics: { readonly host: string; readonly key: string } | null;
  readonly imageOrigins: readonly string[];
  readonly rateLimitFactor: number;
  readonly trustedProxies: readonly string[];
  /** Undefined means that mails are written to files below `dataDir`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: MailSender;
  /** Where an invitation leads, with `{token}` in it; undefined for a page of `publicUrl`. */
  readonly inviteUrl: string | undefined;
  /** The nodes that balances are read from; a network without one has none. */
  readonly chainUrls: Readonly<Partial<Record<Network, string>>>;
  /** Sent with every question to TRON's node. */
  readonly tronApiKey: string | undefined;
  /** Undefined means that there are no prices but the ledger's, in evaluation mode. */
  readonly pricesUrl: string | undefined;
  /** Base addresses of the pages that show a network's addresses and transactions, without a slash at the end. */
  readonly explorerUrls: Readonly<Partial<Record<Network, string>>>;
  /** The embedded database, or sample data: what no node or price source is set for comes from the ledger. */
  readonly isEvaluation: boolean;
  /** How long audit entries are kept at least; 0 for ever. */
  readonly auditRetentionDays: number;
  readonly metricsPort: number | undefined;
  readonly logLevel: Value<'LOG_LEVEL'>;
}

/**
 * Parses the environment. An empty value counts as unset.
 * @throws StartupError with one line that names the variable and what was expected.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Configuration {
  const read = <Name extends keyof Variables>(name: Name): Value<Name> | undefined => {
    const text = environment[name];
    if (text === undefined || text === '') return undefined;
    const [schema, expected] = VARIABLES[name];
    const result = schema.safeParse(text);
    if (!result.success) throw new StartupError(`${name}: expected ${expected}`);
    return result.data as Value<Name>;
  };

  const databaseUrl = read('DATABASE_URL');
  const masterKey = read('MASTER_KEY');
  const previousMasterKeys = read('MASTER_KEY_PREVIOUS') ?? [];
  if (masterKey === undefined) requireNoMasterKey(databaseUrl, previousMasterKeys);
  const port = read('PORT') ?? 3000;
  const host = read('HOST') ?? '127.0.0.1';
  const publicUrl = read('PUBLIC_URL') ?? ownUrl(host, port);
  refuseInsecurePublicUrl(publicUrl, read('ALLOW_INSECURE_HTTP') ?? false);
  const metricsPort = read('METRICS_PORT');
  if (metricsPort === port && port !== 0) {
    throw new StartupError('METRICS_PORT: expected another port than PORT');
  }
  const productName = read('PRODUCT_NAME') ?? DEFAULT_PRODUCT_NAME;
  const sampleData = read('SAMPLE_DATA') ?? databaseUrl === undefined;

  return {
    port,
    host,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl,
    sampleData,
    adminEmail: read('ADMIN_EMAIL') ?? 'admin@example.com',
    adminPassword: read('ADMIN_PASSWORD'),
    publicUrl,
    productName,
    masterKey,
    previousMasterKeys,
    analytics: analyticsOf(read('ANALYTICS_HOST'), read('ANALYTICS_KEY')),
    imageOrigins: read('IMAGE_ORIGINS') ?? [],
    rateLimitFactor: read('RATE_LIMIT_FACTOR') ?? 1,
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? defaultMailSender(productName, publicUrl),
    inviteUrl: read('INVITE_URL'),
    chainUrls: definedOnly({
      ETH: read('RPC_ETH_URL'),
      POLYGON: read('RPC_POLYGON_URL'),
      BSC: read('RPC_BSC_URL'),
      TRON: read('TRON_URL'),
    }),
    tronApiKey: read('TRON_API_KEY'),
    pricesUrl: read('PRICES_URL'),
    explorerUrls: definedOnly({
      ETH: read('EXPLORER_ETH_URL'),
      POLYGON: read('EXPLORER_POLYGON_URL'),
      BSC: read('EXPLORER_BSC_URL'),
      TRON: read('EXPLORER_TRON_URL'),
    }),
    isEvaluation: databaseUrl === undefined || sampleData,
    auditRetentionDays: read('AUDIT_RETENTION_DAYS') ?? 400,
    metricsPort,
    logLevel: read('LOG_LEVEL') ?? 'info',
  };
}

function definedOnly(
  urls: Readonly<Record<Network, string | undefined>>,
): Readonly<Partial<Record<Network, string>>> {
  return Object.fromEntries(Object.entries(urls).filter(([, text]) => text !== undefined));
}

/** Without a master key there is one in `dataDir`, in evaluation mode; elsewhere nobody would keep it. */
function requireNoMasterKey(databaseUrl: string | undefined, previous: readonly Buffer[]): void {
  const [, expected] = VARIABLES.MASTER_KEY;
  if (databaseUrl !== undefined) {
    throw new StartupError(`MASTER_KEY: required with DATABASE_URL, expected ${expected}`);
  }
  if (previous.length > 0) {
    throw new StartupError(`MASTER_KEY: required with MASTER_KEY_PREVIOUS, expected ${expected}`);
  }
}

/** Where the product is reached when nobody said: undefined on loopback, where it has several names. */
function ownUrl(host: string, port: number): string | undefined {
  const name = urlHost(host);
  return LOOPBACK_HOSTS.has(name) || EVERY_INTERFACE.has(host) ? undefined : `http://${name}:${port}`;
}

function analyticsOf(host: string | undefined, key: string | undefined): Configuration['analytics'] {
  if (host !== undefined && key !== undefined) return { host, key };
  if (host === key) return null;
  const missing = host === undefined ? 'ANALYTICS_HOST' : 'ANALYTICS_KEY';
  throw new StartupError(`${missing}: required with its other half, expected ${VARIABLES[missing][1]}`);
}

function refuseInsecurePublicUrl(publicUrl: string | undefined, allowed: boolean): void {
  if (publicUrl === undefined) return;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopbackHost(hostname) || allowed) return;
  throw new StartupError(
    'PUBLIC_URL: expected an https:// URL (plain http is for loopback; ALLOW_INSECURE_HTTP=on overrides this)',
  );
}
