type Shortcut = 'go-to' | 'shortcuts' | 'search';

const SINGLE_KEYS: Readonly<Record<string, Shortcut>> = { '?': 'shortcuts', '/': 'search' };

/** Returns the shortcut of a key. Single keys do not count while the user is typing. */
export function shortcutOf(
  event: KeyboardEvent,
  options: { readonly singleKeys: boolean },
): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented, target } = event;
  const element = target instanceof HTMLElement ? target : undefined;
  if (altKey || repeat || defaultPrevented || element?.isContentEditable) {
    return undefined;
  }
  if (ctrlKey || metaKey) {
    return key?.toLowerCase() === 'k' && !shiftKey ? 'go-to' : undefined;
  }
  return options.singleKeys && !element?.matches('input, textarea, select') ? SINGLE_KEYS[key] : undefined;
}
