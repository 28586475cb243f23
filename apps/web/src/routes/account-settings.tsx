import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { accountSessionsQuery, accountTwoFactorQuery } from '../features/account/account-queries.ts';
import { AccountSettingsPage } from '../features/account/account-settings-page.tsx';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import type { Prefetch } from './screen-loader.ts';

export function AccountSettings() {
  usePageTitle(SCREEN_HEADINGS['/account-settings']);
  return <AccountSettingsPage />;
}

export const prefetch: Prefetch = (queries, api) =>
  Promise.all([
    ensureAnswer(queries, accountSessionsQuery(api)),
    ensureAnswer(queries, accountTwoFactorQuery(api)),
  ]);
