import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { MenuPopup } from './menu-popup.tsx';

interface MenuProps {
  /** Accessible name of the button and its menu. */
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly buttonClassName: string;
  /** Optional if the class renders an icon. */
  readonly children?: ReactNode;
}

interface Opened {
  readonly button: HTMLButtonElement;
  readonly byKeyboard: boolean;
}

export function Menu({ label, groups, buttonClassName, children }: MenuProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  function toggle({ currentTarget: button, detail: clicks }: MouseEvent<HTMLButtonElement>) {
    setOpened(opened ? undefined : { button, byKeyboard: clicks === 0 });
  }

  function openByArrow(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpened({ button: event.currentTarget, byKeyboard: true });
    }
  }

  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        className={buttonClassName}
        onClick={toggle}
        onKeyDown={openByArrow}
      >
        {children}
      </button>
      {opened ? <MenuPopup label={label} groups={groups} {...opened} onClose={close} /> : null}
    </>
  );
}
