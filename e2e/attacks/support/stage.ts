import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedMasterKeys, type MasterKeys } from '../../../apps/server/src/infra/crypto/master-keys.ts';
import { createPasswordHasher } from '../../../apps/server/src/infra/crypto/password-hasher.ts';
import { createDatabase, type Database } from '../../../apps/server/src/infra/db/database.ts';
import type { SocketConnection } from '../../../apps/server/src/infra/db/database-connection.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/infra/embedded-postgres/embedded-postgres.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { sealExistingRows } from '../../../apps/server/src/infra/sealed-rows/seal-existing-rows.ts';
import { type PlantedWallet, plantWallet } from '../../../apps/server/test/planted-wallet.ts';
import { type SmtpSink, startSmtpSink } from '../../../apps/server/test/smtp-sink.ts';
import { type ProductProcess, startProductProcess } from '../../../apps/server/test/started-product.ts';
import { Caller } from './caller.ts';
import { freePort } from './free-port.ts';
import { PASSWORD } from './passwords.ts';
import { createPeople, type Person } from './people.ts';

export const PUBLIC_URL = 'https://admin.example.com';
const FIRST_ADMINISTRATOR = 'first@example.com';
const PRODUCT_ACCOUNT = 'halyard_product';

export interface Replica {
  readonly address: string;
  readonly process: ProductProcess;
}

/** Two processes of the product, their database, and a mail server. */
export interface Stage {
  readonly a: Replica;
  readonly b: Replica;
  readonly publicUrl: string;
  readonly masterKey: Buffer;
  readonly masterKeys: MasterKeys;
  /** The database, as its superuser. */
  readonly database: Database;
  readonly mails: SmtpSink;
  /** A client on a network of its own; on process A unless told otherwise. */
  readonly newCaller: (options?: { readonly on?: Replica; readonly ip?: string }) => Caller;
  /** A new administrator without a second factor. */
  readonly newAdministrator: (name?: string) => Promise<Person>;
  /** A new administrator who set up an authenticator, and a client that is signed in whole. */
  readonly newEnrolled: (name?: string) => Promise<{ readonly person: Person; readonly caller: Caller }>;
  readonly newWallet: (options?: Parameters<typeof plantWallet>[1]) => Promise<PlantedWallet>;
  /** Writes as the product would: seals the rows afterwards. For times that pass, and records that exist. */
  readonly write: (text: string, values?: readonly unknown[]) => Promise<void>;
  /** Writes as an attacker with every right on the database does, with triggers off. Returns the rows. */
  readonly tamper: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** Starts another process on the same database, with more settings. Stops at the end of the attack. */
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<Replica>;
  /** A third process, whose rate limits are high enough for thousands of calls. It stops with the stage. */
  readonly unlimited: () => Promise<Replica>;
  /** Everything that the processes printed. */
  readonly output: () => string;
  /** Stops the processes of `start`. These have settings of their own, such as the address in mails. */
  readonly stopStarted: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** @param settings of both processes */
export async function startStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const directory = await mkdtemp(path.join(tmpdir(), 'halyard-attacks-'));
  const log = createLog('error');
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(directory, 'database'),
    log,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const mails = await startSmtpSink();
  const { connection } = postgres;
  const database = createDatabase({ connection, max: 4, log });
  await database.query({ text: `CREATE ROLE ${PRODUCT_ACCOUNT} LOGIN` });
  const masterKey = randomBytes(32);
  const masterKeys = fixedMasterKeys(masterKey);
  const shared = {
    DATABASE_URL: urlOf({ ...connection, user: PRODUCT_ACCOUNT }),
    DATABASE_URL_OWNER: urlOf(connection),
    MASTER_KEY: masterKey.toString('base64'),
    PUBLIC_URL,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    ADMIN_EMAIL: FIRST_ADMINISTRATOR,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'info',
    ...settings,
  };
  const replicas: Replica[] = [];
  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<Replica> => {
    const process = startProductProcess({
      ...shared,
      // A public URL needs a fixed port.
      PORT: String(await freePort()),
      DATA_DIR: path.join(directory, `data-${replicas.length}`),
      ...settings,
    });
    const replica = { process, address: await process.ready };
    replicas.push(replica);
    return replica;
  };
  const a = await start();
  const b = await start();
  const lasting = new Set([a, b]);
  let unlimited: Promise<Replica> | undefined;

  const write: Stage['write'] = async (text, values = []) => {
    await database.query({ text, values: [...values] });
    await sealExistingRows(database, masterKeys());
  };
  let networks = 0;
  const newCaller: Stage['newCaller'] = ({ on = a, ip } = {}) => {
    networks += 1;
    const own = `198.${18 + Math.floor(networks / 65_536)}.${Math.floor(networks / 256) % 256}.${networks % 256}`;
    return new Caller({ address: on.address, publicUrl: PUBLIC_URL, ip: ip ?? own });
  };
  const passwordHash = await createPasswordHasher().hash(PASSWORD);
  return {
    a,
    b,
    publicUrl: PUBLIC_URL,
    masterKey,
    masterKeys,
    database,
    mails,
    newCaller,
    ...createPeople({ database, write, newCaller, passwordHash }),
    newWallet: async (options) => await plantWallet({ database, masterKeys }, options),
    write,
    tamper: async (text, values = []) =>
      await database.transaction(async (transaction) => {
        const run = async (sql: string, parameters: readonly unknown[]) =>
          await transaction.executeQuery<Record<string, unknown>>({
            sql,
            parameters,
            query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
            queryId: { queryId: 'tamper' },
          });
        await run('SET LOCAL session_replication_role = replica', []);
        return (await run(text, values)).rows;
      }),
    start,
    unlimited: async () => {
      unlimited ??= start({ RATE_LIMIT_FACTOR: '100000' });
      lasting.add(await unlimited);
      return await unlimited;
    },
    output: () => replicas.map(({ process }) => Object.values(process.output()).join('')).join(''),
    stopStarted: async () => await stopAll(replicas.filter((each) => !lasting.has(each))),
    stop: async () => {
      await stopAll(replicas);
      await database.close();
      await mails.stop();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function stopAll(replicas: readonly Replica[]): Promise<void> {
  for (const { process } of replicas) process.child.kill('SIGTERM');
  for (const { process } of replicas) await process.ended;
}

function urlOf({ host, port, user, database }: SocketConnection): string {
  return `postgres://${user}@/${database}?${new URLSearchParams({ host, port: String(port) })}`;
}
