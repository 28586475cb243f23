import { isLetterKey } from '../../shared/lib/is-letter-key.ts';

type Shortcut = 'go-to' | 'shortcuts' | 'search';

const SINGLE_KEYS: Readonly<Record<string, Shortcut>> = {
  '?': 'shortcuts',
  '؟': 'shortcuts',
  '？': 'shortcuts',
  '/': 'search',
  '／': 'search',
};

const FOREIGN_LETTER = /^(?!\p{sc=Latin})\p{L}$/u;

/** Returns the shortcut of a key or its place. Single keys do not count while the user is typing. */
export function shortcutOf(
  event: KeyboardEvent,
  options: { readonly singleKeys: boolean },
): Shortcut | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented, target } = event;
  const element = target instanceof HTMLElement ? target : undefined;
  if (altKey || repeat || defaultPrevented || element?.isContentEditable) {
    return undefined;
  }
  if (ctrlKey || metaKey) {
    return isLetterKey(event, 'k') && !shiftKey ? 'go-to' : undefined;
  }
  return options.singleKeys && !element?.matches('input, textarea, select')
    ? SINGLE_KEYS[singleKey(event)]
    : undefined;
}

/** The key of `/` and `?` types a letter on some keyboards, such as Arabic ones. */
function singleKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (code !== 'Slash' || !FOREIGN_LETTER.test(key)) {
    return key;
  }
  return shiftKey ? '?' : '/';
}
