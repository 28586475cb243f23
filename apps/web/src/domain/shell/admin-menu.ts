import { LayoutDashboard, Mail, ScrollText, Settings, Store, Users, Wallet } from 'lucide-react';
import type { MenuItem } from './menu-item.ts';

/** Sidebar entries in the specification's order. */
export const ADMIN_MENU = [
  { name: 'Dashboard', path: '/dashboard', icon: LayoutDashboard },
  { name: 'Users', path: '/users', icon: Users },
  { name: 'Merchants', path: '/merchants', icon: Store },
  { name: 'Wallets', path: '/wallets', icon: Wallet },
  { name: 'Invitations', path: '/invitations', icon: Mail },
  { name: 'Audit Logs', path: '/audit-logs', icon: ScrollText },
  { name: 'Account Settings', path: '/account-settings', icon: Settings },
] as const satisfies readonly MenuItem[];

export type ScreenPath = (typeof ADMIN_MENU)[number]['path'];
