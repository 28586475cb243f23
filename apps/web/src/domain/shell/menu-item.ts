import type { LucideIcon } from 'lucide-react';

/** A sidebar entry: a link unless it has an action. */
export interface MenuItem {
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly onClick?: () => void;
}
