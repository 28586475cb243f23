import type { MenuItem } from './menu-item.ts';

/** The sidebar's entries, in the specification's order. */
export const ADMIN_MENU = [
  { name: 'Dashboard', path: '/dashboard', icon: 'drawn-layout-dashboard' },
  { name: 'Users', path: '/users', icon: 'drawn-users' },
  { name: 'Merchants', path: '/merchants', icon: 'drawn-store' },
  { name: 'Wallets', path: '/wallets', icon: 'drawn-wallet' },
  { name: 'Invitations', path: '/invitations', icon: 'drawn-mail' },
  { name: 'Audit Logs', path: '/audit-logs', icon: 'drawn-scroll-text' },
  { name: 'Account Settings', path: '/account-settings', icon: 'drawn-settings' },
] as const satisfies readonly MenuItem[];

/** The path of a menu screen. */
export type ScreenPath = (typeof ADMIN_MENU)[number]['path'];
