import {
  ArrowLeftRight,
  Banknote,
  LayoutDashboard,
  Mail,
  ScrollText,
  Server,
  Settings,
  Store,
  Users,
  Wallet,
} from 'lucide-react';
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

/** Screens that a server may announce in `screens`, by the name in their path. They follow the specification's entries. */
const ADDED_MENU = [
  { name: 'Orders', path: '/orders', icon: Banknote, isAdded: true },
  { name: 'Transactions', path: '/transactions', icon: ArrowLeftRight, isAdded: true },
  { name: 'System', path: '/system', icon: Server, isAdded: true },
] as const satisfies readonly MenuItem[];

export type ScreenPath = (typeof ADMIN_MENU | typeof ADDED_MENU)[number]['path'];

export function menuOf(screens: readonly string[] | undefined): readonly MenuItem[] {
  return [...ADMIN_MENU, ...ADDED_MENU.filter(({ path }) => screens?.includes(path.slice(1)))];
}
