import { resolve } from 'node:path';
import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import type { Network } from '@halyard/contract/networks';
import { isLoopbackHost, LOOPBACK_HOSTS } from '../infra/loopback-hosts.ts';
import type { MailSender } from '../infra/mail/mail-transport.ts';
import type { PostgresTools } from '../infra/postgres-tools/run-postgres-tool.ts';
import { StartupError } from '../infra/startup-error.ts';
import type { TelemetrySettings } from '../infra/telemetry/start-telemetry.ts';
import { defaultMailSender } from './mail-sender.ts';
import { findMisspelledVariables, type MisspelledVariable } from './misspelled-variables.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';
import { createReader, type ReadVariable, urlHost, VARIABLES, type Value } from './variables.ts';
import { withVariablesFromFiles } from './variables-from-files.ts';

/** Wildcard addresses, which no client can connect to. */
export const EVERY_INTERFACE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined means evaluation mode: the product runs its own PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Owns the tables, so that the account of `databaseUrl` cannot change their structure. */
  readonly databaseUrlOwner: string | undefined;
  /** The mode of the pooler behind `databaseUrl`, if there is one. */
  readonly databasePooler: Value<'DATABASE_POOLER'>;
  /** Maximum connections of `databaseUrl` at once. */
  readonly databasePoolMax: number;
  readonly postgresTools: PostgresTools;
  readonly sampleData: boolean;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  /** Undefined on loopback, where localhost, 127.0.0.1 and [::1] all count as the product's own origin. */
  readonly publicUrl: string | undefined;
  readonly productName: string;
  readonly masterKey: Buffer | undefined;
  /** Former master keys, for secrets that `masterKey` cannot decrypt. */
  readonly previousMasterKeys: readonly Buffer[];
  readonly analytics: { readonly host: string; readonly key: string } | null;
  readonly imageOrigins: readonly string[];
  /** Whether anyone may read the API reference at `/api/docs`. */
  readonly apiDocs: boolean;
  readonly rateLimitFactor: number;
  readonly trustedProxies: readonly string[];
  /** Undefined means that mails are written to files below `dataDir`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: MailSender;
  /** URL of invitation links, containing `{token}`; undefined means a page below `publicUrl`. */
  readonly inviteUrl: string | undefined;
  readonly chainUrls: Readonly<Partial<Record<Network, string>>>;
  readonly tronApiKey: string | undefined;
  /** Undefined means that prices come from the ledger in evaluation mode, and are unavailable otherwise. */
  readonly pricesUrl: string | undefined;
  /** Base URLs without a trailing slash. */
  readonly explorerUrls: Readonly<Partial<Record<Network, string>>>;
  /** True with the embedded database or sample data: missing balances and prices then come from the ledger. */
  readonly isEvaluation: boolean;
  /** Age at which audit entries may be deleted; 0 keeps them forever. */
  readonly auditRetentionDays: number;
  /** Gets the audit log's seal each hour: a URL, a file or a mail address. */
  readonly auditWitnessUrl: string | undefined;
  /** Gets mails about keys, factors, exports and administrators, besides the administrators. */
  readonly securityNoticesTo: string | undefined;
  /** Replaced factors release no private key for this many hours; 0 turns it off. */
  readonly keyHoldHours: number;
  /** Whether a device that was not seen before is held, too. */
  readonly keyHoldNewDevices: boolean;
  /** Payments that differ by at most this percentage of the order count as equal. */
  readonly paymentTolerancePercent: number;
  readonly stuckPendingMinutes: number;
  /** The platform counts as silent if none of its batches was accepted for longer; 0 turns the warning off. */
  readonly feedSilentMinutes: number;
  /** Time between the order to stop and the end of the listener, in which balancers learn of it. */
  readonly drainSeconds: number;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  /** Undefined without an endpoint in the variables of OpenTelemetry. */
  readonly telemetry: TelemetrySettings | undefined;
  readonly logLevel: Value<'LOG_LEVEL'>;
  /** Unknown variables of the environment that resemble ours. */
  readonly misspelledVariables: readonly MisspelledVariable[];
}

/**
 * @param needsMasterKey false for commands that also work without MASTER_KEY
 * @throws StartupError with one line that names the variable and the expected value
 */
export function readConfiguration(
  given: Readonly<Record<string, string | undefined>> = process.env,
  needsMasterKey = true,
): Configuration {
  const environment = withVariablesFromFiles(given);
  const read = createReader(environment);
  const databaseUrl = read('DATABASE_URL');
  const masterKey = read('MASTER_KEY');
  const previousMasterKeys = read('MASTER_KEY_PREVIOUS') ?? [];
  const misspelledVariables = findMisspelledVariables(environment);
  if (databaseUrl === undefined) requireEvaluation(read, misspelledVariables);
  if (masterKey === undefined) requireGeneratedKey(needsMasterKey, databaseUrl, previousMasterKeys);
  const port = read('PORT') ?? 3000;
  const host = read('HOST') ?? '127.0.0.1';
  const publicUrl = readPublicUrl(read, host, port);
  const metricsPort = read('METRICS_PORT');
  if (metricsPort === port && port !== 0) {
    throw new StartupError('METRICS_PORT: expected a port other than PORT');
  }
  const productName = read('PRODUCT_NAME') ?? DEFAULT_PRODUCT_NAME;
  const sampleData = read('SAMPLE_DATA') ?? databaseUrl === undefined;

  return {
    port,
    host,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl,
    ...readOwnerAndPooler(read),
    databasePoolMax: read('DATABASE_POOL_MAX') ?? 10,
    postgresTools: { folder: read('PG_BIN'), environment: environmentOfTools(environment) },
    sampleData,
    adminEmail: read('ADMIN_EMAIL') ?? 'admin@example.com',
    adminPassword: read('ADMIN_PASSWORD'),
    publicUrl,
    productName,
    masterKey,
    previousMasterKeys,
    analytics: readAnalytics(read),
    imageOrigins: read('IMAGE_ORIGINS') ?? [],
    ...readHttpSettings(read),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? defaultMailSender(productName, publicUrl),
    inviteUrl: read('INVITE_URL'),
    ...readChainSettings(read),
    pricesUrl: read('PRICES_URL'),
    isEvaluation: databaseUrl === undefined || sampleData,
    auditRetentionDays: read('AUDIT_RETENTION_DAYS') ?? 400,
    auditWitnessUrl: read('AUDIT_WITNESS_URL'),
    securityNoticesTo: read('SECURITY_NOTICES_TO'),
    ...readKeyHold(read),
    ...readExceptionSettings(read),
    feedSilentMinutes: read('FEED_SILENT_MINUTES') ?? 60,
    drainSeconds: read('DRAIN_SECONDS') ?? 0,
    metricsHost: read('METRICS_HOST') ?? '127.0.0.1',
    metricsPort,
    telemetry: readTelemetrySettings(environment),
    logLevel: read('LOG_LEVEL') ?? 'info',
    misspelledVariables,
  };
}

function readOwnerAndPooler(read: ReadVariable): Pick<Configuration, 'databaseUrlOwner' | 'databasePooler'> {
  const databaseUrlOwner = read('DATABASE_URL_OWNER');
  const databasePooler = read('DATABASE_POOLER') ?? 'session';
  if (databasePooler === 'transaction' && databaseUrlOwner === undefined) {
    throw new StartupError(
      'DATABASE_URL_OWNER: required with DATABASE_POOLER=transaction, expected a URL of PostgreSQL itself, which migrations use',
    );
  }
  return { databaseUrlOwner, databasePooler };
}

/** The only variables that the tools get, because the others contain secrets. */
const FOR_TOOLS = /^(PATH|HOME|SYSTEMROOT|APPDATA|PG[A-Z]+)$/i;

function environmentOfTools(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && FOR_TOOLS.test(name) ? [[name, value]] : [],
    ),
  );
}

function readHttpSettings(
  read: ReadVariable,
): Pick<Configuration, 'apiDocs' | 'rateLimitFactor' | 'trustedProxies'> {
  return {
    apiDocs: read('API_DOCS') ?? false,
    rateLimitFactor: read('RATE_LIMIT_FACTOR') ?? 1,
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
  };
}

function readKeyHold(read: ReadVariable): Pick<Configuration, 'keyHoldHours' | 'keyHoldNewDevices'> {
  return {
    keyHoldHours: read('KEY_HOLD_HOURS') ?? 24,
    keyHoldNewDevices: read('KEY_HOLD_NEW_DEVICES') ?? false,
  };
}

function readExceptionSettings(
  read: ReadVariable,
): Pick<Configuration, 'paymentTolerancePercent' | 'stuckPendingMinutes'> {
  return {
    paymentTolerancePercent: read('PAYMENT_TOLERANCE_PERCENT') ?? 0.5,
    stuckPendingMinutes: read('STUCK_PENDING_MINUTES') ?? 60,
  };
}

function readChainSettings(
  read: ReadVariable,
): Pick<Configuration, 'chainUrls' | 'tronApiKey' | 'explorerUrls'> {
  return {
    chainUrls: definedOnly({
      ETH: read('RPC_ETH_URL'),
      POLYGON: read('RPC_POLYGON_URL'),
      BSC: read('RPC_BSC_URL'),
      TRON: read('TRON_URL'),
    }),
    tronApiKey: read('TRON_API_KEY'),
    explorerUrls: definedOnly({
      ETH: read('EXPLORER_ETH_URL'),
      POLYGON: read('EXPLORER_POLYGON_URL'),
      BSC: read('EXPLORER_BSC_URL'),
      TRON: read('EXPLORER_TRON_URL'),
    }),
  };
}

function definedOnly(
  urls: Readonly<Record<Network, string | undefined>>,
): Readonly<Partial<Record<Network, string>>> {
  return Object.fromEntries(Object.entries(urls).filter(([, text]) => text !== undefined));
}

/**
 * Prevents an installation that was meant for production from starting on an empty embedded database. Plain http is
 * no sign of production: ALLOW_INSECURE_HTTP already marks a test.
 */
function requireEvaluation(read: ReadVariable, misspelled: readonly MisspelledVariable[]): void {
  const [, expected] = VARIABLES.DATABASE_URL;
  if (read('DATABASE_URL_OWNER') !== undefined) {
    throw new StartupError(`DATABASE_URL: required with DATABASE_URL_OWNER, expected ${expected}`);
  }
  const evaluation = read('EVALUATION');
  if (evaluation === true) return;
  // Other programs use DATABASE, so it only gets a warning.
  const found = misspelled.find(
    ({ meant, found }) => meant === 'DATABASE_URL' && found !== 'DATABASE',
  )?.found;
  if (found !== undefined) {
    throw new StartupError(
      `${found}: unknown variable. Rename it to DATABASE_URL, or set EVALUATION=on to use the embedded database`,
    );
  }
  if (evaluation === false) {
    throw new StartupError(`DATABASE_URL: required with EVALUATION=off, expected ${expected}`);
  }
  const { protocol, hostname } = new URL(read('PUBLIC_URL') ?? 'http://localhost');
  if (protocol === 'https:' && !isLoopbackHost(hostname)) {
    throw new StartupError(
      `DATABASE_URL: required with a public PUBLIC_URL, expected ${expected}. To evaluate with the embedded database, set EVALUATION=on`,
    );
  }
}

/** Only evaluation mode works without MASTER_KEY: it generates a key in `dataDir`. */
function requireGeneratedKey(
  isNeeded: boolean,
  databaseUrl: string | undefined,
  previous: readonly Buffer[],
): void {
  const [, expected] = VARIABLES.MASTER_KEY;
  if (isNeeded && databaseUrl !== undefined) {
    throw new StartupError(`MASTER_KEY: required with DATABASE_URL, expected ${expected}`);
  }
  if (previous.length > 0) {
    throw new StartupError(`MASTER_KEY: required with MASTER_KEY_PREVIOUS, expected ${expected}`);
  }
}

/** Default for PUBLIC_URL: undefined on loopback, where the product has several names. */
function ownUrl(host: string, port: number): string | undefined {
  const name = urlHost(host);
  return LOOPBACK_HOSTS.has(name) || EVERY_INTERFACE.has(host) ? undefined : `http://${name}:${port}`;
}

function readAnalytics(read: ReadVariable): Configuration['analytics'] {
  const host = read('ANALYTICS_HOST');
  const key = read('ANALYTICS_KEY');
  if (host !== undefined && key !== undefined) return { host, key };
  if (host === key) return null;
  const missing = host === undefined ? 'ANALYTICS_HOST' : 'ANALYTICS_KEY';
  throw new StartupError(
    `${missing}: required with ${missing === 'ANALYTICS_HOST' ? 'ANALYTICS_KEY' : 'ANALYTICS_HOST'}, expected ${VARIABLES[missing][1]}`,
  );
}

function readPublicUrl(read: ReadVariable, host: string, port: number): string | undefined {
  const given = read('PUBLIC_URL');
  const publicUrl = given ?? ownUrl(host, port);
  const allowsHttp = read('ALLOW_INSECURE_HTTP') ?? false;
  if (publicUrl === undefined || allowsHttp) return publicUrl;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopbackHost(hostname)) return publicUrl;
  const reason = given === undefined ? `required with HOST=${host}, ` : '';
  throw new StartupError(
    `PUBLIC_URL: ${reason}expected an https:// URL (plain http is for loopback; ALLOW_INSECURE_HTTP=on allows it elsewhere)`,
  );
}
