import {
  FEE_PREVIEW_DAYS,
  SERVICE_FEE_RATE_DECIMALS,
  type UserSettings,
  type updateUserSettings,
} from '@halyard/contract/users';
import type { z } from 'zod';
import type { Session, StepUp } from '../../http/call.ts';
import { allowsWrite } from '../../http/if-match.ts';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import { noSuchUser } from './no-such-user.ts';
import {
  type EarnedFees,
  readEarnedFees,
  readLastSettingsChange,
  readSettings,
  readUser,
  type SettingsRow,
} from './user-queries.ts';
import { lockUser, setUserSettings } from './user-store.ts';
import { changesSince, settingsEtag } from './user-versions.ts';
import { settingsUpdated } from './users-audit.ts';
import { presentUserSettings } from './users-presenter.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

type SettingsChange = z.output<NonNullable<(typeof updateUserSettings)['body']>>;

/** Every method throws the Problem `not_found` for an unknown user. */
export interface UserSettingsService {
  readonly read: (id: string) => Promise<SettingsRow>;
  /** Returns the saved settings. @throws Problem `changed_meanwhile` if `ifMatch` is stale */
  readonly update: (
    session: Session,
    change: {
      readonly id: string;
      readonly settings: SettingsChange;
      readonly ifMatch: string | undefined;
    },
    stepUp: StepUp,
    origin: RequestOrigin,
  ) => Promise<UserSettings>;
  /** @param rate a decimal from 0 to 1 */
  readonly previewFee: (id: string, rate: string) => Promise<EarnedFees>;
}

export function createUserSettingsService(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  readonly now: () => number;
}): UserSettingsService {
  const { database, appendAudit, now } = parts;
  return {
    async read(id) {
      const settings = await readSettings(database.reader, id);
      if (settings === undefined) throw noSuchUser();
      return settings;
    },

    async update(session, { id, settings, ifMatch }, stepUp, origin) {
      return await stepUp.transaction(async (transaction) => {
        const user = await lockUser(transaction, id);
        const saved = presentUserSettings(user);
        const wanted = {
          serviceFeeRate: settings.serviceFeeRate ?? saved.serviceFeeRate,
          maxMerchants: settings.maxMerchants ?? saved.maxMerchants,
        };
        const changes = changesBetween(saved, wanted);
        if (Object.keys(changes).length === 0) return saved;
        if (!allowsWrite(ifMatch, settingsEtag(saved)))
          throw await changedMeanwhile(transaction, id, ifMatch ?? '', saved);
        await appendAudit(
          transaction,
          settingsUpdated({ session, user, origin }, changes),
          setUserSettings(transaction, id, {
            service_fee_rate: decimalOf(wanted.serviceFeeRate),
            max_merchants: wanted.maxMerchants,
          }),
        );
        return wanted;
      });
    },

    async previewFee(id, rate) {
      if ((await readUser(database.reader, id)) === undefined) throw noSuchUser();
      const since = new Date(now() - FEE_PREVIEW_DAYS * DAY_MS);
      return await readEarnedFees(database.reader, { userId: id, rate, since });
    },
  };
}

function changesBetween(saved: UserSettings, wanted: UserSettings) {
  const rates = { before: decimalOf(saved.serviceFeeRate), after: decimalOf(wanted.serviceFeeRate) };
  const limits = { before: saved.maxMerchants, after: wanted.maxMerchants };
  return {
    ...(rates.before !== rates.after && { serviceFeeRate: rates }),
    ...(limits.before !== limits.after && { maxMerchants: limits }),
  };
}

async function changedMeanwhile(
  transaction: DatabaseTransaction,
  id: string,
  ifMatch: string,
  saved: UserSettings,
): Promise<Problem> {
  const last = await readLastSettingsChange(transaction, id);
  const changedBy = last?.actor_email ?? null;
  return new Problem(
    'changed_meanwhile',
    `${changedBy ?? 'Someone'} has changed these settings in the meantime`,
    {
      change: {
        changedBy,
        changedAt: last?.created_at.toISOString() ?? null,
        changes: changesSince(ifMatch, saved),
        etag: settingsEtag(saved),
      },
    },
  );
}

/** Formats a rate like the database: 0.05 as `0.05`, 1 as `1`. */
function decimalOf(rate: number): string {
  return rate.toFixed(SERVICE_FEE_RATE_DECIMALS).replace(/\.?0+$/, '');
}
