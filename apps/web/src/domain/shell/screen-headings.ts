import type { ScreenPath } from './admin-menu.ts';

export const SCREEN_HEADINGS: Readonly<Record<ScreenPath, string>> = {
  '/dashboard': 'Dashboard',
  '/users': 'User Management',
  '/merchants': 'Merchant Management',
  '/wallets': 'Wallet Management',
  '/invitations': 'Invitation Management',
  '/audit-logs': 'Audit Logs',
  '/orders': 'Orders',
  '/transactions': 'Transactions',
  '/system': 'System',
  '/account-settings': 'Account Settings',
};
