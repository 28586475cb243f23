import { isEmailAddress } from '@halyard/contract/email-address';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type LoginField = keyof Credentials;
export type LoginErrors = Readonly<Partial<Record<LoginField, string>>>;

/** Trims the e-mail but not the password. */
export function credentialsIn(form: HTMLFormElement): Credentials {
  const entries = new FormData(form);
  return { email: textOf(entries.get('email')).trim(), password: textOf(entries.get('password')) };
}

/** Validates the fields (specification, section 5). */
export function loginErrors({ email, password }: Credentials): LoginErrors {
  return { ...emailError(email), ...(password === '' && { password: 'Please input your password' }) };
}

function emailError(email: string): LoginErrors {
  if (email === '') {
    return { email: 'Please input your email' };
  }
  return isEmailAddress(email) ? {} : { email: 'The input is not valid email' };
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
