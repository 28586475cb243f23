import type { ReactNode } from 'react';

interface MenuChoice {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

export interface MenuItemProps {
  readonly role: 'menuitem';
  readonly tabIndex: -1;
  readonly className: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export type MenuEntry =
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: 'link';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly link: (props: MenuItemProps) => ReactNode;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly choices: readonly MenuChoice[];
      readonly value: string;
      readonly onChoose: (value: string) => void;
    }
  | { readonly kind: 'text'; readonly label: string; readonly content: ReactNode };
