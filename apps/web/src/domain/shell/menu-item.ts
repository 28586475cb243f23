import type { LucideIcon } from 'lucide-react';

/** A sidebar entry. It links to its path unless it has an action of its own. */
export interface MenuItem {
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly onClick?: () => void;
}
