import { join } from 'node:path';
import { type ApplicationParts, auditWithNotices } from './app.ts';
import type { Configuration } from './config/configuration.ts';
import { createResetRequestHandlers } from './features/auth/passwords/password-reset-requests.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import { createMailFiles } from './infra/mail/mail-files.ts';
import { createMailHandlers } from './infra/mail/mail-handlers.ts';
import { notingFirstDelivery } from './infra/mail/note-first-delivery.ts';
import { smtpClientName } from './infra/mail/smtp-client-name.ts';
import { createSmtpTransport } from './infra/mail/smtp-transport.ts';
import { createOutbox } from './infra/outbox/outbox.ts';
import { LEASE_SECONDS } from './infra/outbox/outbox-store.ts';
import { createOutboxWorker, type OutboxWorker } from './infra/outbox/outbox-worker.ts';

export interface WorkerParts
  extends Pick<
    ApplicationParts,
    'database' | 'headMemory' | 'auditInbox' | 'masterKeys' | 'sealedRows' | 'log' | 'metrics' | 'now'
  > {
  readonly configuration: Pick<
    Configuration,
    | 'dataDir'
    | 'inviteUrl'
    | 'mailFrom'
    | 'productName'
    | 'publicUrl'
    | 'rateLimitFactor'
    | 'securityNoticesTo'
    | 'smtpUrl'
  >;
  /** Base URL of links if no public URL is configured. */
  readonly address: string;
}

export function createWorker(parts: WorkerParts): OutboxWorker {
  const { configuration, database, masterKeys, sealedRows, log, metrics, now, address } = parts;
  const { dataDir, inviteUrl, mailFrom: from, productName, rateLimitFactor, smtpUrl } = configuration;
  const { publicUrl = address } = configuration;
  const deliver =
    smtpUrl === undefined
      ? createMailFiles(join(dataDir, 'mail'), from)
      : notingFirstDelivery(
          createSmtpTransport({
            url: smtpUrl,
            from,
            clientName: smtpClientName(configuration.publicUrl, from.address),
          }),
          { database, now },
        );
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const appendAudit = auditWithNotices(parts);
  return createOutboxWorker({
    database,
    keys,
    leaseSeconds: LEASE_SECONDS,
    appendAudit,
    log,
    metrics,
    handlers: {
      ...createMailHandlers({ deliver, from, productName, links: { publicUrl, inviteUrl } }),
      ...createResetRequestHandlers({
        sealedRows,
        appendAudit,
        outbox: createOutbox({ keys }),
        rateLimitFactor,
      }),
    },
  });
}
