import { visibleText } from '@halyard/contract/visible-text';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { initials } from '../../shared/format/initials.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Menu } from '../../shared/ui/overlay/menu.tsx';
import type { MenuEntry } from '../../shared/ui/overlay/menu-entry.ts';
import { isTheme, type Theme } from '../theme/theme.ts';

const CHOICES = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'System', icon: <Monitor /> },
];

interface ShellAccount {
  readonly email: string;
  readonly name?: string | undefined;
}

export interface UserMenuProps {
  readonly account: ShellAccount | undefined;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLogout: () => void;
}

export function UserMenu({ account, theme, onTheme, onLogout }: UserMenuProps) {
  const name = visibleText(account?.name ?? '') || 'User';
  const groups: readonly (readonly MenuEntry[])[] = [
    [{ kind: 'text', label: 'account', content: <AccountLines name={name} email={account?.email} /> }],
    [
      {
        kind: 'link',
        label: 'Account Settings',
        icon: <Settings />,
        link: (props) => <Link to="/account-settings" {...props} />,
      },
    ],
    [
      {
        kind: 'choice',
        label: 'Theme',
        choices: CHOICES,
        value: theme,
        onChoose: (value) => isTheme(value) && onTheme(value),
      },
    ],
    [{ kind: 'action', label: 'Logout', icon: <LogOut />, onSelect: onLogout }],
  ];
  return (
    <div className="relative">
      <Menu
        label="User menu"
        groups={groups}
        buttonClassName="-mr-1 inline-flex h-9 items-center gap-2 rounded-md px-1 text-base text-ink-quiet hover:bg-surface-sunken hover:text-ink aria-expanded:bg-surface-sunken max-md:h-11 max-md:min-w-11 max-md:justify-center"
      >
        <Avatar letters={initials(account?.name)} />
        {/* A fixed size, so that the text that arrives with the session moves nothing. */}
        <span className="w-40 truncate pb-4 text-left text-ink text-sm leading-4 max-md:hidden">
          <bdi>{name}</bdi>
        </span>
        <ChevronsUpDown className="size-3.5 max-md:hidden" />
      </Menu>
      {/* Over the button instead of inside it, because its accessible name does not contain the e-mail. */}
      <bdi
        translate="no"
        className="pointer-events-none absolute bottom-0.5 left-10 w-40 truncate text-ink-quiet text-xs max-md:hidden"
      >
        {account?.email}
      </bdi>
    </div>
  );
}

function AccountLines({ name, email }: { readonly name: string; readonly email: string | undefined }) {
  return (
    <>
      <p className="truncate font-medium text-base text-ink">
        <bdi translate="no">{name}</bdi>
      </p>
      {email ? (
        <p className="truncate text-ink-quiet text-sm" title={email}>
          <bdi translate="no">{email}</bdi>
        </p>
      ) : null}
    </>
  );
}
