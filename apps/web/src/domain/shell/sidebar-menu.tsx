import { Link } from '@tanstack/react-router';
import { Tooltip, type TooltipTrigger } from '../../shared/ui/overlay/tooltip.tsx';
import type { MenuItem } from './menu-item.ts';

const ENTRY =
  'flex h-9 max-md:h-11 w-full items-center gap-3 overflow-hidden rounded-md px-2 text-left text-base text-ink-quiet hover:bg-surface-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink';

interface SidebarMenuProps {
  readonly items: readonly MenuItem[];
  readonly iconsOnly: boolean;
  readonly onFollow?: () => void;
}

/** Entries beyond the specification's form a second group. */
export function SidebarMenu({ items, iconsOnly, onFollow }: SidebarMenuProps) {
  const added = items.filter(({ isAdded }) => isAdded);
  const hasAdded = added.length > 0;
  return (
    <>
      <nav
        aria-label="Main"
        className={`min-h-0 overflow-y-auto overflow-x-hidden p-1.5 md:px-2 ${hasAdded ? '' : 'flex-1'}`}
      >
        <MenuList items={items.filter(({ isAdded }) => !isAdded)} iconsOnly={iconsOnly} onFollow={onFollow} />
      </nav>
      {hasAdded ? (
        <nav aria-label="More" className="flex-1 border-line border-t p-1.5 md:px-2">
          <MenuList items={added} iconsOnly={iconsOnly} onFollow={onFollow} />
        </nav>
      ) : null}
    </>
  );
}

interface MenuListProps extends Pick<SidebarMenuProps, 'items' | 'iconsOnly'> {
  readonly onFollow: (() => void) | undefined;
}

function MenuList({ items, iconsOnly, onFollow }: MenuListProps) {
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item.name}>
          {iconsOnly ? (
            <Tooltip content={item.name} side="right">
              {(trigger) => <MenuEntry item={item} onFollow={onFollow} tooltip={trigger} />}
            </Tooltip>
          ) : (
            <MenuEntry item={item} onFollow={onFollow} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface MenuEntryProps {
  readonly item: MenuItem;
  readonly onFollow: (() => void) | undefined;
  readonly tooltip?: TooltipTrigger;
}

function MenuEntry({ item, onFollow, tooltip }: MenuEntryProps) {
  const { name, path, icon: Icon, onClick } = item;
  const content = (
    <>
      <Icon className="size-4 shrink-0" />
      <span className={tooltip ? 'sr-only' : 'truncate'}>{name}</span>
    </>
  );
  if (onClick) {
    return (
      <button
        type="button"
        className={ENTRY}
        onClick={() => {
          onClick();
          onFollow?.();
        }}
        {...tooltip}
      >
        {content}
      </button>
    );
  }
  return (
    <Link to={path} className={ENTRY} onClick={onFollow} {...tooltip}>
      {content}
    </Link>
  );
}
