import type { LucideIcon } from 'lucide-react';

/** An entry of the sidebar: it leads to its path, or does its own action where it has one. */
export interface MenuItem {
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly onClick?: () => void;
}
