/** What the key that shortcuts are held with is called on this keyboard. */
export function commandKey(): 'Ctrl' | '⌘' {
  return /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
