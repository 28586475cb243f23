import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { isModalOpen } from '../../shared/lib/is-modal-open.ts';
import { announceMissingFile } from '../../shared/query/announce-missing-file.ts';
import type { GoToDialogName, GoToDialogProps } from './go-to-dialog-props.ts';
import { shortcutOf } from './shortcut-of.ts';
import { singleKeys } from './single-keys.ts';

const LOADERS = {
  'go-to': () => import('./go-to-dialog.tsx').then(({ GoToDialog }) => GoToDialog),
  shortcuts: () => import('./shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
};

interface ShownDialog {
  readonly name: GoToDialogName;
  readonly Dialog: ComponentType<GoToDialogProps>;
}

export interface GoTo {
  readonly shown: ShownDialog | undefined;
  readonly show: (name: GoToDialogName) => void;
  readonly close: () => void;
}

/**
 * Opens the command palette and the shortcuts dialog by key. Other dialogs block the keys.
 * @param enabled whether an administrator is signed in
 */
export function useGoTo(enabled: boolean): GoTo {
  const [shown, setShown] = useState<ShownDialog>();
  const close = () => setShown(undefined);

  function show(name: GoToDialogName) {
    LOADERS[name]()
      .then((Dialog) => setShown({ name, Dialog }))
      .catch(announceMissingFile);
  }

  const answerKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event, { singleKeys: singleKeys.store.get() === 'on' });
    if (shortcut === undefined || (shown === undefined && isModalOpen())) {
      return;
    }
    if (shortcut === 'search') {
      focusSearch(event);
      return;
    }
    event.preventDefault();
    if (shown?.name === shortcut) {
      close();
    } else {
      show(shortcut);
    }
  });

  useEffect(() => singleKeys.follow(), []);

  // A layout effect makes the shortcut work as soon as its button is visible.
  useLayoutEffect(() => {
    if (!enabled) {
      return undefined;
    }
    const listen = (event: KeyboardEvent) => answerKey(event);
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      setShown(undefined);
    };
  }, [enabled]);

  return { shown, show, close };
}

function focusSearch(event: KeyboardEvent) {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  if (field && document.activeElement === field) {
    event.preventDefault();
    field.select();
  }
}
