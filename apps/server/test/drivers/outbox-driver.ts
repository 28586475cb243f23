import { createAppendAudit } from '../../src/infra/audit/append-audit.ts';
import { createEnvironmentKeyWrapper } from '../../src/infra/crypto/key-wrapper.ts';
import { fixedMasterKeys } from '../../src/infra/crypto/master-keys.ts';
import { createDatabase } from '../../src/infra/db/database.ts';
import type { DatabaseConnection } from '../../src/infra/db/database-connection.ts';
import { createMailHandlers } from '../../src/infra/mail/mail-handlers.ts';
import type { MailMessage } from '../../src/infra/mail/mail-message.ts';
import { createSmtpTransport } from '../../src/infra/mail/smtp-transport.ts';
import { createMetrics } from '../../src/infra/metrics.ts';
import { createOutbox } from '../../src/infra/outbox/outbox.ts';
import { createOutboxWorker } from '../../src/infra/outbox/outbox-worker.ts';
import { createRecordingLog } from '../recording-log.ts';

/** Runs only the outbox worker, for tests that kill it. A `request` entry has a mail to enqueue as its payload. */
const [, , connectionJson = '', masterKey = '', url = ''] = process.argv;
const connection: DatabaseConnection = JSON.parse(connectionJson);
const masterKeys = fixedMasterKeys(Buffer.from(masterKey, 'base64'));
const keys = createEnvironmentKeyWrapper(masterKeys);
const { log } = createRecordingLog();
const database = createDatabase({ connection, max: 4, log });
const outbox = createOutbox({ keys });
const from = { name: 'Halyard', address: 'no-reply@halyard.example' };
const links = { publicUrl: 'https://admin.example.com', inviteUrl: undefined };

createOutboxWorker({
  database,
  keys,
  leaseSeconds: 60,
  appendAudit: createAppendAudit(masterKeys, () => new Date()),
  log,
  metrics: createMetrics(),
  handlers: {
    ...createMailHandlers({
      deliver: createSmtpTransport({ url, from }),
      from,
      productName: 'Halyard',
      links,
    }),
    request: {
      inTransaction: async (transaction, { payload }) =>
        await outbox.enqueueMail(transaction, payload as MailMessage),
    },
  },
}).start();
process.stdout.write('started\n');
