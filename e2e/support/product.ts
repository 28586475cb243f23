import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMasterKeyFile } from '../../apps/server/src/infra/crypto/master-key-file.ts';
import { createPasswordHasher } from '../../apps/server/src/infra/crypto/password-hasher.ts';
import { createDatabase } from '../../apps/server/src/infra/db/database.ts';
import { borrowEmbeddedPostgres } from '../../apps/server/src/infra/embedded-postgres/borrow-embedded-postgres.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { sealExistingRows } from '../../apps/server/src/infra/sealed-rows/seal-existing-rows.ts';
import { readMails, type SentMail } from '../../apps/server/test/mailbox.ts';
import { startProductProcess } from '../../apps/server/test/started-product.ts';
import { installSampleData } from './sample-installation.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The product in evaluation mode. */
export interface Product {
  readonly address: string;
  readonly firstAdministrator: Credentials;
  /** Creates another administrator without 2FA. */
  readonly createAdministrator: () => Promise<Credentials>;
  /** Oldest first. */
  readonly mailsTo: (email: string) => Promise<SentMail[]>;
  /** Moves an administrator's last code 15 minutes into the past. */
  readonly ageLastCode: (email: string) => Promise<void>;
  readonly expireSessions: (email: string) => Promise<void>;
  /** Runs a statement in the database. */
  readonly execute: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const PASSWORD = 'Correct-Horse-7-Battery';

/** Starts the product, with sample data unless that is turned off. */
export async function startProduct({ sampleData = true } = {}): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), 'halyard-e2e-'));
  const dataDir = join(directory, 'data');
  const firstAdministrator = { email: 'first@example.com', password: PASSWORD };
  const settings = {
    SAMPLE_DATA: sampleData ? 'on' : 'off',
    ADMIN_EMAIL: firstAdministrator.email,
    ADMIN_PASSWORD: firstAdministrator.password,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  };
  if (sampleData) await installSampleData(dataDir, settings);
  const running = startProductProcess({ ...settings, DATA_DIR: dataDir });
  const address = await running.ready;
  const log = createLog('error');
  const { connection } = await borrowEmbeddedPostgres({ dataDir, log });
  const database = createDatabase({ connection, max: 1, log });
  const passwordHash = createPasswordHasher().hash(PASSWORD);
  let created = 0;
  const { masterKeys } = await openMasterKeyFile(dataDir);
  /** Seals the rows as the product would. */
  const write = async (text: string, values: readonly string[] = []) => {
    await database.query({ text, values: [...values] });
    await sealExistingRows(database, masterKeys());
  };

  return {
    address,
    firstAdministrator,

    async createAdministrator() {
      created += 1;
      const email = `administrator-${created}@example.com`;
      const values = [email, await passwordHash];
      const text = 'INSERT INTO administrators (email, email_key, password_hash) VALUES ($1, $1, $2)';
      await write(text, values);
      return { email, password: PASSWORD };
    },

    async mailsTo(email) {
      return (await readMails(join(dataDir, 'mail'))).filter(({ to }) => to === email);
    },

    async ageLastCode(email) {
      const text = `UPDATE sessions SET second_factor_at = second_factor_at - interval '15 minutes'
        WHERE administrator_id = (SELECT id FROM administrators WHERE email = $1)`;
      await write(text, [email]);
    },

    async expireSessions(email) {
      const text = `UPDATE sessions SET expires_at = now() - interval '1 second'
        WHERE administrator_id = (SELECT id FROM administrators WHERE email = $1)`;
      await write(text, [email]);
    },

    execute: (text) => write(text),

    async stop() {
      await database.close();
      running.child.kill('SIGTERM');
      await running.ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
