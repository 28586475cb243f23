import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { announceMissingFile } from '../../query/announce-missing-file.ts';
import type { MenuEntry } from './menu-entry.ts';
import type { MenuPopup } from './menu-popup.tsx';

const loadPopup = () => import('./menu-popup.tsx');

interface MenuProps {
  /** The name of the button and of its menu. */
  readonly label: string;
  /** Groups of entries; a hairline stands between two. */
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly buttonClassName: string;
  /** What the button shows, unless its class draws it. */
  readonly children?: ReactNode;
}

interface OpenMenu {
  readonly Popup: typeof MenuPopup;
  readonly byKeyboard: boolean;
}

function warmUp() {
  // A failure shows when the menu is to open.
  loadPopup().catch(() => undefined);
}

/**
 * A button that opens a menu. The menu's own code is fetched when the button is first pointed at, focused
 * or pressed, so that a page full of menus costs nothing until one is used.
 */
export function Menu({ label, groups, buttonClassName, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<OpenMenu>();

  function show(byKeyboard: boolean) {
    loadPopup()
      .then(({ MenuPopup: Popup }) => setOpen({ Popup, byKeyboard }))
      .catch(announceMissingFile);
  }

  function toggle(event: MouseEvent) {
    if (open) {
      setOpen(undefined);
    } else {
      show(event.detail === 0);
    }
  }

  return (
    <span className="relative inline-flex">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        className={buttonClassName}
        onPointerEnter={warmUp}
        onFocus={warmUp}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            show(true);
          }
        }}
      >
        {children}
      </button>
      {open ? (
        <open.Popup
          label={label}
          groups={groups}
          button={button}
          focusFirst={open.byKeyboard}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </span>
  );
}
