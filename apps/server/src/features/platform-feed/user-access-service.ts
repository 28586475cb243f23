import type { UserAccess } from '@halyard/contract/platform-feed';
import { sql } from 'kysely';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';

export interface UserAccessService {
  /** @throws Problem `not_found`, also for deleted users */
  readonly read: (id: string) => Promise<UserAccess>;
}

export function createUserAccessService({ database }: { readonly database: Database }): UserAccessService {
  return {
    async read(id) {
      const user = await database.reader
        .selectFrom('users')
        .select(['blocked_at', 'credentials_ended_at', 'max_merchants', 'merchant_count'])
        .select(sql<string>`trim_scale(service_fee_rate)`.as('service_fee_rate'))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (user === undefined)
        throw new Problem(
          'not_found',
          'The user is unknown or deleted. Deny the sign-in, or send the user first.',
        );
      return {
        blocked: user.blocked_at !== null,
        credentialsEndedAt: user.credentials_ended_at?.toISOString() ?? null,
        serviceFeeRate: user.service_fee_rate,
        maxMerchants: user.max_merchants,
        merchantCount: user.merchant_count,
      };
    },
  };
}
