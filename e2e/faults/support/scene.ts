import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedMasterKeys, type MasterKeys } from '../../../apps/server/src/infra/crypto/master-keys.ts';
import { createPasswordHasher } from '../../../apps/server/src/infra/crypto/password-hasher.ts';
import { createDatabase, type Database } from '../../../apps/server/src/infra/db/database.ts';
import type { PostgresSettings } from '../../../apps/server/src/infra/embedded-postgres/postmaster.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { sealExistingRows } from '../../../apps/server/src/infra/sealed-rows/seal-existing-rows.ts';
import { type PlantedWallet, plantWallet } from '../../../apps/server/test/planted-wallet.ts';
import { type SmtpSink, startSmtpSink } from '../../../apps/server/test/smtp-sink.ts';
import { Caller } from '../../attacks/support/caller.ts';
import { PASSWORD } from '../../attacks/support/passwords.ts';
import { createPeople, type Person } from '../../attacks/support/people.ts';
import { type OwnPostgres, SUPERUSER, startOwnPostgres } from './own-postgres.ts';
import { Replica } from './replica.ts';

const PUBLIC_URL = 'https://admin.example.com';
const PRODUCT_ACCOUNT = 'halyard_product';

/** A durable PostgreSQL, processes of the product with a supervisor, and a mail server. */
export interface Scene {
  readonly directory: string;
  readonly postgres: OwnPostgres;
  readonly replicas: readonly Replica[];
  readonly masterKey: string;
  readonly masterKeys: MasterKeys;
  /** The database, as its superuser, past any proxy. */
  readonly database: Database;
  readonly mails: SmtpSink;
  /** A client on a network of its own. */
  readonly newCaller: (options?: { readonly on?: { readonly address: string } }) => Caller;
  readonly newEnrolled: (name?: string) => Promise<{ readonly person: Person; readonly caller: Caller }>;
  readonly newWallet: () => Promise<PlantedWallet>;
  /** Starts another process. @param settings besides the common ones */
  readonly addReplica: (settings?: Readonly<Record<string, string>>) => Promise<Replica>;
  /** Also ends what runs when a fault fails. */
  readonly beforeStop: (end: () => Promise<void>) => void;
  readonly stop: () => Promise<void>;
}

interface SceneOptions {
  readonly replicas?: number;
  readonly postgresSettings?: PostgresSettings;
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of the database, in place of a temporary one. */
  readonly databaseRoot?: string;
  /** Returns the port of a proxy in front of the database. */
  readonly databasePort?: (port: number) => Promise<number>;
}

export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const opened = new AsyncDisposableStack();
  try {
    return await fillScene(opened, options);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** Puts all that it opens on the stack, which closes it in the opposite order. */
async function fillScene(
  opened: AsyncDisposableStack,
  { replicas: count = 2, postgresSettings = {}, settings = {}, databasePort, databaseRoot }: SceneOptions,
): Promise<Scene> {
  const directory = await mkdtemp(path.join(tmpdir(), 'halyard-faults-'));
  opened.defer(async () => await rm(directory, { recursive: true, force: true }));
  const databaseDirectory = path.join(databaseRoot ?? directory, 'database');
  await mkdir(databaseDirectory);
  const postgres = await startOwnPostgres(databaseDirectory, postgresSettings);
  opened.defer(postgres.stop);
  const mails = await startSmtpSink();
  opened.defer(async () => await mails.stop());
  const database = createDatabase({
    connection: { host: '127.0.0.1', port: postgres.port, user: SUPERUSER, database: 'postgres' },
    max: 4,
    log: createLog('error'),
  });
  opened.defer(database.close);
  await database.query({ text: `CREATE ROLE ${PRODUCT_ACCOUNT} LOGIN` });
  const masterKey = randomBytes(32);
  const masterKeys = fixedMasterKeys(masterKey);
  const port = (await databasePort?.(postgres.port)) ?? postgres.port;
  const replicas: Replica[] = [];
  opened.defer(async () => void (await Promise.all(replicas.map(async (replica) => await replica.stop()))));
  const addReplica: Scene['addReplica'] = async (more = {}) => {
    const replica = await Replica.start({
      DATABASE_URL: postgres.urlOf(PRODUCT_ACCOUNT, port),
      DATABASE_URL_OWNER: postgres.urlOf(SUPERUSER, port),
      DATA_DIR: path.join(directory, `data-${replicas.length}`),
      MASTER_KEY: masterKey.toString('base64'),
      PUBLIC_URL,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      ADMIN_EMAIL: 'first@example.com',
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'error',
      ...settings,
      ...more,
    });
    replicas.push(replica);
    return replica;
  };
  while (replicas.length < count) await addReplica();

  let networks = 0;
  const newCaller: Scene['newCaller'] = ({ on = replicas[0] } = {}) => {
    networks += 1;
    const ip = `198.${18 + Math.floor(networks / 65_536)}.${Math.floor(networks / 256) % 256}.${networks % 256}`;
    return new Caller({ address: on?.address ?? '', publicUrl: PUBLIC_URL, ip });
  };
  const write = async (text: string, values: readonly unknown[] = []) => {
    await database.query({ text, values: [...values] });
    await sealExistingRows(database, masterKeys());
  };
  const passwordHash = await createPasswordHasher().hash(PASSWORD);
  return {
    directory,
    postgres,
    replicas,
    masterKey: masterKey.toString('base64'),
    masterKeys,
    database,
    mails,
    newCaller,
    newEnrolled: createPeople({ database, write, newCaller, passwordHash }).newEnrolled,
    newWallet: async () => await plantWallet({ database, masterKeys }),
    addReplica,
    beforeStop: (end) => opened.defer(end),
    stop: async () => await opened.disposeAsync(),
  };
}
