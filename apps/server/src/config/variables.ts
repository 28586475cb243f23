import { z } from 'zod';
import { isLoopbackHost } from '../infra/loopback-hosts.ts';
import { StartupError } from '../infra/startup-error.ts';
import { parseMailSender } from './mail-sender.ts';

const onOrOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));

/** Allows leading zeros up to the length of `maximum`. */
const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .max(String(maximum).length)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));

const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/))
    .pipe(z.array(item));

/** Rejects invalid base64, which Buffer skips, and all zeros. Strips quotes, which some env parsers keep. */
const masterKeyText = z
  .string()
  .transform((text) => text.trim().replace(/^(["'])(.*)\1$/, '$2'))
  .refine((text) => /^[\w+/-]{43}=?$/.test(text))
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32 && key.some((byte) => byte !== 0));

function isLoopbackUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}

export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Allows no path, query or stray percent sign, because nodemailer would ignore them. */
const SMTP_URL = /^smtps?:\/\/((%[\dA-F]{2}|[^\s/?#%:])+(:(%[\dA-F]{2}|[^\s/?#%@:])+)?@)?[^\s/?#%@]+\/?$/i;

/** URL with an optional user and password, which are sent as Basic authentication. */
const nodeUrl = [
  url(['http:', 'https:']).refine((text) => !/#|%(?![\dA-F]{2})/i.test(text)),
  'an http:// or https:// URL without a fragment, user and password percent-encoded',
] as const;
const pagesUrl = url(['http:', 'https:'])
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed?.username === '' && parsed.password === '' && !/[?#]/.test(text);
  })
  .transform((text) => new URL(text).href.replace(/\/$/, ''));
/** The dashboard requests its files and the API from the root of its host. */
const originUrl = pagesUrl.refine((text) => text === new URL(text).origin);
const explorerUrl = [
  pagesUrl,
  'an http:// or https:// URL without a query, such as https://etherscan.io',
] as const;

/** Names the host that libpq lets a URL omit: `user@/database?host=/run/postgresql`. The query's host takes precedence. */
function withHost(databaseUrl: string): string {
  if (URL.canParse(databaseUrl)) return databaseUrl;
  return databaseUrl.replace(/^(\w+:\/\/(?:[^@/?#]*@)?)(?=[:/?#]|$)/, '$1localhost');
}

/** The driver treats these modes as `verify-full`, but prints six lines of warnings about their names. */
function withNamedTlsCheck(databaseUrl: string): string {
  if (/[?&]uselibpqcompat=true\b/.test(databaseUrl)) return databaseUrl;
  return databaseUrl.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

const databaseUrl = [
  z
    .string()
    .transform(withHost)
    .pipe(url(['postgres:', 'postgresql:']))
    .transform(withNamedTlsCheck),
  'a URL such as postgres://user:password@host:5432/database, special characters percent-encoded',
] as const;

const ADDRESS = [
  z
    .string()
    .regex(/^[\w.:-]+$/)
    .refine((text) => URL.canParse(`http://${urlHost(text)}:80`)),
  'an address of this machine without a port or zone, such as 127.0.0.1 or ::1, or its host name',
] as const;

/** Schema and expected value of every variable. A failed start prints the expected value. */
export const VARIABLES = {
  PORT: [wholeNumber(0, 65_535), 'a port from 0 to 65535'],
  HOST: ADDRESS,
  DATA_DIR: [z.string().min(1), 'a folder'],
  DATABASE_URL: databaseUrl,
  DATABASE_URL_OWNER: databaseUrl,
  DATABASE_POOLER: [z.enum(['session', 'transaction']), 'session or transaction'],
  DATABASE_POOL_MAX: [wholeNumber(4, 100), 'a number of connections from 4 to 100'],
  PG_BIN: [z.string().min(1), 'a folder with pg_dump and pg_restore'],
  EVALUATION: [onOrOff, 'on or off'],
  SAMPLE_DATA: [onOrOff, 'on or off'],
  ADMIN_EMAIL: [z.email(), 'an email address'],
  ADMIN_PASSWORD: [z.string().min(12).max(127), 'a password of 12 to 127 characters'],
  PUBLIC_URL: [
    originUrl,
    'an http:// or https:// URL without user, path, query or fragment, such as https://admin.example.com',
  ],
  PRODUCT_NAME: [z.string().trim().min(1).max(40), 'a name of 1 to 40 characters'],
  MASTER_KEY: [masterKeyText, '32 bytes in base64 (openssl rand -base64 32)'],
  MASTER_KEY_PREVIOUS: [
    z.string().trim().pipe(listOf(masterKeyText)),
    'comma-separated keys of 32 bytes in base64',
  ],
  ANALYTICS_HOST: [url(['http:', 'https:']), 'an http:// or https:// URL'],
  ANALYTICS_KEY: [z.string().min(1), 'the project key of the analytics service'],
  IMAGE_ORIGINS: [
    listOf(url(['https:']).transform((text) => new URL(text).origin)),
    'comma-separated https:// origins',
  ],
  API_DOCS: [onOrOff, 'on or off'],
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
    listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine((range) => !range.endsWith('/0'))),
    'comma-separated IP addresses or ranges; /0 is not allowed',
  ],
  SMTP_URL: [
    url(['smtp:', 'smtps:']).refine((text) => SMTP_URL.test(text)),
    'smtp:// or smtps://, then user:password@ (percent-encoded) if the server requires them, host and port',
  ],
  MAIL_FROM: [
    z
      .string()
      .transform(parseMailSender)
      .refine((sender) => sender !== undefined),
    'an email address, or a name and <address>',
  ],
  INVITE_URL: [
    url(['http:', 'https:']).refine((text) => text.includes('{token}')),
    'an http:// or https:// URL with {token} in it',
  ],
  RPC_ETH_URL: nodeUrl,
  RPC_POLYGON_URL: nodeUrl,
  RPC_BSC_URL: nodeUrl,
  TRON_URL: nodeUrl,
  TRON_API_KEY: [z.string().regex(/^[\x21-\x7e]+$/), 'a TronGrid API key'],
  PRICES_URL: nodeUrl,
  EXPLORER_ETH_URL: explorerUrl,
  EXPLORER_POLYGON_URL: explorerUrl,
  EXPLORER_BSC_URL: explorerUrl,
  EXPLORER_TRON_URL: explorerUrl,
  AUDIT_RETENTION_DAYS: [wholeNumber(0, 99_999), 'a number of days, or 0 to keep entries forever'],
  AUDIT_WITNESS_URL: [
    z.string().refine((text) => {
      const url = URL.parse(text);
      if (url === null) return false;
      if (url.protocol === 'mailto:') return z.email().safeParse(decodeURIComponent(url.pathname)).success;
      return url.protocol === 'file:' ? url.host === '' : url.protocol === 'https:' || isLoopbackUrl(url);
    }),
    'an https:// URL, file:///path, or mailto:address',
  ],
  SECURITY_NOTICES_TO: [z.email(), 'an email address'],
  KEY_HOLD_HOURS: [wholeNumber(0, 720), 'a number of hours up to 720, or 0 to turn the hold off'],
  KEY_HOLD_NEW_DEVICES: [onOrOff, 'on or off'],
  PAYMENT_TOLERANCE_PERCENT: [
    z
      .string()
      .regex(/^\d{1,2}(\.\d{1,4})?$/)
      .transform(Number),
    'a percentage below 100 with at most 4 decimals',
  ],
  STUCK_PENDING_MINUTES: [wholeNumber(1, 99_999), 'a number of minutes above 0'],
  FEED_SILENT_MINUTES: [wholeNumber(0, 99_999), 'a number of minutes, or 0 to turn the warning off'],
  DRAIN_SECONDS: [wholeNumber(0, 300), 'a number of seconds from 0 to 300'],
  METRICS_HOST: ADDRESS,
  METRICS_PORT: [wholeNumber(0, 65_535), 'a port from 0 to 65535'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'a level such as info or warn',
  ],
} as const;

type Variables = typeof VARIABLES;
export type Value<Name extends keyof Variables> = z.output<Variables[Name][0]>;
export type ReadVariable = <Name extends keyof Variables>(name: Name) => Value<Name> | undefined;

/** Treats an empty value as unset. @throws StartupError that names the variable and the expected value */
export function createReader(environment: Readonly<Record<string, string | undefined>>): ReadVariable {
  return <Name extends keyof Variables>(name: Name) => {
    const text = environment[name];
    if (text === undefined || text === '') return undefined;
    const [schema, expected] = VARIABLES[name];
    const result = schema.safeParse(text);
    if (!result.success) throw new StartupError(`${name}: expected ${expected}`);
    return result.data as Value<Name>;
  };
}
