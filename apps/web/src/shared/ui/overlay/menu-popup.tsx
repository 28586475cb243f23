import { Check } from 'lucide-react';
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import type { MenuEntry, MenuItemProps } from './menu-entry.ts';
import { usePopover } from './use-popover.ts';

const ITEM =
  'flex h-8 w-full max-md:h-11 cursor-default select-none items-center gap-2 rounded px-2 text-left text-base text-ink focus:bg-surface-sunken focus-visible:-outline-offset-2 [&>svg]:size-4 [&>svg]:text-ink-quiet';

const ANY_ITEM = '[role^="menuitem"]';

interface MenuPopupProps {
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly button: HTMLButtonElement;
  readonly byKeyboard: boolean;
  readonly onClose: () => void;
}

/** Takes the focus, and returns it to the button on close. */
export function MenuPopup({ label, groups, button, byKeyboard, onClose }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  usePopover(popup, { anchor: button, side: 'bottom-end', toggle: button, onClose });
  useMenuFocus(popup, button, byKeyboard);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Tab') {
      onClose();
    } else if (event.key === ' ' && document.activeElement instanceof HTMLAnchorElement) {
      event.preventDefault();
      document.activeElement.click();
    } else if (!event.altKey && !event.ctrlKey && !event.metaKey) {
      const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ANY_ITEM)];
      const target = itemForKey(event.key, items);
      if (target) {
        event.preventDefault();
        target.focus();
      }
    }
  }

  /** Closes the menu if, for example, a shortcut opens a dialog. */
  function closeOnLeave({ currentTarget, relatedTarget: next }: FocusEvent) {
    if (next && next !== button && !currentTarget.contains(next)) {
      onClose();
    }
  }

  return (
    <div
      ref={popup}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      popover="manual"
      className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] min-w-56 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface-raised p-1 text-left text-ink shadow-float outline-none"
      onKeyDown={handleKey}
      onBlur={closeOnLeave}
      onPointerMove={({ target }) => {
        if (target instanceof Element) {
          target.closest<HTMLElement>(ANY_ITEM)?.focus({ preventScroll: true });
        }
      }}
    >
      {groups.map((group, index) => (
        <Fragment key={group[0]?.label}>
          {index > 0 ? <hr className="-mx-1 my-1 border-line" /> : null}
          {group.map((entry) => (
            <Entry key={entry.label} entry={entry} onClose={onClose} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

/** Focuses the first item or the menu, and the button again on unmount. */
function useMenuFocus(popup: RefObject<HTMLElement | null>, button: HTMLElement, byKeyboard: boolean): void {
  useLayoutEffect(() => {
    const menu = popup.current;
    const first = byKeyboard ? menu?.querySelector<HTMLElement>(ANY_ITEM) : menu;
    first?.focus({ preventScroll: true });
    return () => {
      if (menu?.contains(document.activeElement)) {
        button.focus();
      }
    };
  }, [popup, button, byKeyboard]);
}

/** Returns the item that an arrow key, Home, End or a letter moves to. */
function itemForKey(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const current = items.findIndex((item) => item.matches(':focus'));
  switch (key) {
    case 'ArrowDown':
      return items[(current + 1) % items.length];
    case 'ArrowUp':
      return items.at(current > 0 ? current - 1 : -1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return [...items.slice(current + 1), ...items].find(({ textContent }) =>
        textContent.toLowerCase().startsWith(key.toLowerCase()),
      );
  }
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly onClose: () => void;
}

function Entry({ entry, onClose }: EntryProps): ReactNode {
  switch (entry.kind) {
    case 'text':
      return <div className="px-2 py-1.5">{entry.content}</div>;
    case 'action':
      return <button type="button" {...itemProps(entry, onClose, entry.onSelect)} />;
    case 'link':
      return entry.link(itemProps(entry, onClose));
    case 'choice':
      return <Choices entry={entry} onClose={onClose} />;
  }
}

function itemProps(
  { icon, label }: Pick<MenuEntry & { kind: 'action' }, 'icon' | 'label'>,
  onClose: () => void,
  onSelect?: () => void,
): MenuItemProps {
  return {
    role: 'menuitem',
    tabIndex: -1,
    className: ITEM,
    onClick: () => {
      onClose();
      onSelect?.();
    },
    children: (
      <>
        {icon}
        {label}
      </>
    ),
  };
}

interface ChoicesProps {
  readonly entry: MenuEntry & { readonly kind: 'choice' };
  readonly onClose: () => void;
}

function Choices({ entry, onClose }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu cannot contain a fieldset
    <div role="group" aria-label={entry.label}>
      <p className="px-2 py-1.5 text-ink-quiet text-xs">{entry.label}</p>
      {entry.choices.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={value === entry.value}
          tabIndex={-1}
          className={ITEM}
          onClick={() => {
            onClose();
            entry.onChoose(value);
          }}
        >
          {icon}
          {label}
          {value === entry.value ? (
            <Check aria-hidden="true" className="ml-auto size-4 text-accent!" />
          ) : null}
        </button>
      ))}
    </div>
  );
}
