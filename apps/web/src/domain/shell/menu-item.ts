import type { LucideIcon } from 'lucide-react';

export interface MenuItem {
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly onClick?: () => void;
  /** In a second group, below the specification's entries. */
  readonly isAdded?: boolean;
}
