import { type CreationList, type LiveScope, liveScopes } from '../../infra/creation-list/creation-list.ts';

/** The creator may be deleted; null if unknown. */
export interface MerchantRow {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  readonly creator_name: string | null;
  readonly creator_email: string | null;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

export const MERCHANT_LIST: CreationList<LiveScope> = {
  table: 'merchants',
  columns: `listed.id, listed.name, listed.website, listed.created_at, listed.deleted_at,
    creator.name AS creator_name, creator.email AS creator_email`,
  join: 'LEFT JOIN users AS creator ON creator.id = listed.user_id',
  scopes: liveScopes('merchant_totals', { live: 'active', all: 'active + deleted' }),
};
