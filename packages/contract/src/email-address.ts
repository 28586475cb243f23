/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const EMAIL_LENGTH_MAX = 254;

/** Excludes separators, groups, quotes and comments (RFC 5322, 3.2.3), so every parser finds the same single address. */
const BASIC_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/;

/** Whether a trimmed text looks like one plain e-mail address: something, an @, a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && BASIC_ADDRESS.test(text);
}
