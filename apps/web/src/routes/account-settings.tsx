import { usePageTitle } from '../domain/product/use-page-title.ts';
import { AccountSettingsPage } from '../features/account/account-settings-page.tsx';

export function AccountSettings() {
  usePageTitle('Account Settings');
  return <AccountSettingsPage />;
}
