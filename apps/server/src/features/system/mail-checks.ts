import type { SystemCheck } from '@halyard/contract/system';
import type { Configuration } from '../../config/configuration.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { readOutboxState } from '../../infra/outbox/outbox-store.ts';
import { check, type Fault, fact, timeFact } from './system-check.ts';
import { SYSTEM_THRESHOLDS } from './system-thresholds.ts';

/** Checks the mail that waits, the mail that was given up, and whether there is a mail server. */
export async function readMailChecks(
  reader: DatabaseReader,
  { smtpUrl, isEvaluation }: Pick<Configuration, 'smtpUrl' | 'isEvaluation'>,
): Promise<readonly SystemCheck[]> {
  const { waiting, oldestAt, oldestSeconds, dead, deadToday } = await readOutboxState(reader);
  const waitingFacts = [
    fact('Waiting', waiting),
    ...(oldestAt === null ? [] : [timeFact('Oldest', oldestAt, '')]),
  ];
  return [
    check(
      'mail',
      'Mail server',
      [fact('Delivery', smtpUrl === undefined ? 'Files in DATA_DIR/mail' : 'SMTP')],
      smtpUrl === undefined && !isEvaluation
        ? { state: 'attention', advice: 'Set SMTP_URL. Without it, no emails are sent.' }
        : undefined,
    ),
    check('mail', 'Waiting mail', waitingFacts, waitingFault(oldestSeconds)),
    check(
      'mail',
      'Undelivered mail',
      [fact('Last 24 hours', deadToday), fact('Last 30 days', dead)],
      deadToday > 0
        ? {
            state: 'attention',
            advice:
              'Search the log for "mail" to see which emails failed, then follow docs/operating/mail.md.',
          }
        : undefined,
    ),
  ];
}

function waitingFault(oldestSeconds: number | null): Fault | undefined {
  if (oldestSeconds === null || oldestSeconds <= SYSTEM_THRESHOLDS.mailWaitingSeconds) return undefined;
  return {
    state: 'failed',
    advice: 'Check the mail server of SMTP_URL: the log has the reason for each failed attempt.',
  };
}
