/** The longest address that mail can carry (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const EMAIL_LENGTH_MAX = 254;

/** Excludes separators, groups, quotes and comments (RFC 5322, 3.2.3), so every parser finds the same single address. */
const BASIC_ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/;

/** With one of these, the address on the screen would not be the one that is stored. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a trimmed text looks like one plain, visible e-mail address: something, an @, a domain with a dot. */
export function isEmailAddress(text: string): boolean {
  return text.length <= EMAIL_LENGTH_MAX && BASIC_ADDRESS.test(text) && !INVISIBLE.test(text);
}
