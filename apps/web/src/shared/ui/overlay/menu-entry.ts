import type { ReactNode } from 'react';

/** One of several, with a check mark on the one that holds. */
interface MenuChoice {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
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
      /** Renders the link itself around the entry's content. */
      readonly link: (content: ReactNode) => ReactNode;
    }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly choices: readonly MenuChoice[];
      readonly value: string;
      readonly onChoose: (value: string) => void;
    }
  | { readonly kind: 'text'; readonly label: string; readonly content: ReactNode };
