import type { LucideIcon } from 'lucide-react';

export interface MenuItem {
  readonly name: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly onClick?: () => void;
}
