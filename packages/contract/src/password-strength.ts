import { PASSWORD_LENGTH_LIMIT, PASSWORD_LENGTH_MIN } from './constants.ts';

const EMAIL_NAME_LENGTH_IGNORED = 3;

export type IsCommonPassword = (password: string) => boolean;

/**
 * Returns the message for the first rule (specification, section 5) that a password breaks.
 * @param isCommon passed in, because the list of common passwords is large and loads separately
 */
export function passwordProblem(
  password: string,
  account: { readonly email: string },
  isCommon: IsCommonPassword,
): string | undefined {
  const { length } = Array.from(password);
  if (length < PASSWORD_LENGTH_MIN) {
    return `Password must be at least ${PASSWORD_LENGTH_MIN} characters`;
  }
  if (length >= PASSWORD_LENGTH_LIMIT) {
    return `Password must be less than ${PASSWORD_LENGTH_LIMIT} characters`;
  }
  if (!/\p{Lu}/u.test(password)) return 'Password must contain at least one uppercase letter';
  if (!/\p{Ll}/u.test(password)) return 'Password must contain at least one lowercase letter';
  if (!/\p{Nd}/u.test(password)) return 'Password must contain at least one digit';
  if (!/[\p{P}\p{S}]/u.test(password)) return 'Password must contain at least one special character';
  if (isCommon(password)) return 'Password is too common';
  if (containsEmailName(password, account.email)) return 'Password cannot contain your email username';
  return undefined;
}

function containsEmailName(password: string, email: string): boolean {
  const name = email.split('@', 1)[0]?.trim().toLowerCase() ?? '';
  return name.length > EMAIL_NAME_LENGTH_IGNORED && password.toLowerCase().includes(name);
}
