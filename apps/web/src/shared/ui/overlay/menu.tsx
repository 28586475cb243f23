import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { useLazyDialog } from './use-lazy-dialog.ts';

const loadPopup = () => import('./menu-popup.tsx').then(({ MenuPopup }) => MenuPopup);

interface MenuProps {
  /** Accessible name of the button and its menu. */
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly buttonClassName: string;
  /** Optional if the class renders an icon. */
  readonly children?: ReactNode;
}

interface Opener {
  readonly button: HTMLButtonElement;
  readonly byKeyboard: boolean;
}

export function Menu({ label, groups, buttonClassName, children }: MenuProps) {
  const [opener, setOpener] = useState<Opener>();
  const popup = useLazyDialog(loadPopup);
  const isOpen = popup.Dialog !== undefined;

  function open(by: Opener) {
    setOpener(by);
    popup.open();
  }

  function toggle({ currentTarget: button, detail: clicks }: MouseEvent<HTMLButtonElement>) {
    if (isOpen) {
      popup.close();
    } else {
      open({ button, byKeyboard: clicks === 0 });
    }
  }

  function openByArrow(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      open({ button: event.currentTarget, byKeyboard: true });
    }
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={buttonClassName}
        onPointerEnter={popup.prefetch}
        onFocus={popup.prefetch}
        onClick={toggle}
        onKeyDown={openByArrow}
      >
        {children}
      </button>
      {popup.Dialog && opener ? (
        <popup.Dialog label={label} groups={groups} {...opener} onClose={popup.close} />
      ) : null}
    </>
  );
}
