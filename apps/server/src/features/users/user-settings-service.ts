import {
  FEE_PREVIEW_DAYS,
  SERVICE_FEE_RATE_DECIMALS,
  type updateUserSettings,
} from '@halyard/contract/users';
import type { z } from 'zod';
import type { Session, StepUp } from '../../http/call.ts';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import { noSuchUser } from './no-such-user.ts';
import { type EarnedFees, readEarnedFees, readSettings, readUser, type SettingsRow } from './user-queries.ts';
import { lockUser, setUserSettings } from './user-store.ts';
import { settingsUpdated } from './users-audit.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

type SettingsChange = z.output<NonNullable<(typeof updateUserSettings)['body']>>;

/** Every method throws the Problem `not_found` for an unknown user. */
export interface UserSettingsService {
  readonly read: (id: string) => Promise<SettingsRow>;
  readonly update: (
    session: Session,
    id: string,
    settings: SettingsChange,
    stepUp: StepUp,
    origin: RequestOrigin,
  ) => Promise<void>;
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

    async update(session, id, { serviceFeeRate, maxMerchants }, stepUp, origin) {
      await stepUp.transaction(async (transaction) => {
        const user = await lockUser(transaction, id);
        const rate = serviceFeeRate === undefined ? user.service_fee_rate : decimalOf(serviceFeeRate);
        const most = maxMerchants ?? user.max_merchants;
        const changes = {
          ...(rate !== user.service_fee_rate && {
            serviceFeeRate: { before: user.service_fee_rate, after: rate },
          }),
          ...(most !== user.max_merchants && { maxMerchants: { before: user.max_merchants, after: most } }),
        };
        if (Object.keys(changes).length === 0) return;
        await appendAudit(
          transaction,
          settingsUpdated({ session, user, origin }, changes),
          setUserSettings(transaction, id, { service_fee_rate: rate, max_merchants: most }),
        );
      });
    },

    async previewFee(id, rate) {
      if ((await readUser(database.reader, id)) === undefined) throw noSuchUser();
      const since = new Date(now() - FEE_PREVIEW_DAYS * DAY_MS);
      return await readEarnedFees(database.reader, { userId: id, rate, since });
    },
  };
}

/** Formats a rate like the database: 0.05 as `0.05`, 1 as `1`. */
function decimalOf(rate: number): string {
  return rate.toFixed(SERVICE_FEE_RATE_DECIMALS).replace(/\.?0+$/, '');
}
