import type { FieldError } from '@halyard/contract/error-body';
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import {
  type NewPasswordMessages,
  type NewPasswordProblems,
  type NewPasswordValues,
  newPasswordProblems,
} from './new-password-problems.ts';
import { useCommonPasswords } from './use-common-passwords.ts';

interface NewPasswordOptions {
  /** Of the account that the password is for; empty where it is not known. */
  readonly email: string;
  readonly messages: NewPasswordMessages;
  /** The current password, where the new one must be another. */
  readonly differentFrom?: string;
}

interface FieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onBlur: () => void;
}

export interface NewPassword {
  readonly email: string;
  /** What `NewPasswordFields` hands to its two fields. */
  readonly fields: { readonly password: FieldProps; readonly confirmation: FieldProps };
  /**
   * Checks both fields, as a submit does: shows what is wrong and focuses the first such field.
   * @returns the new password, or undefined where something is wrong.
   */
  readonly check: () => string | undefined;
  /**
   * Shows what the server found wrong with `newPassword` at its field, until the password is another.
   * @returns whether it found anything there.
   */
  readonly showServerErrors: (errors: readonly FieldError[]) => boolean;
}

type Field = keyof NewPasswordValues;

const NO_PROBLEMS: NewPasswordProblems = { password: undefined, confirmation: undefined };

/**
 * State of a new password and its confirmation (specification, section 5). Checks each field on blur, on change once it
 * has a message, and in `check`, and shows the first broken rule. The passwords stay in the calling component.
 */
export function useNewPassword({ email, messages, differentFrom }: NewPasswordOptions): NewPassword {
  const [values, setValues] = useState<NewPasswordValues>({ password: '', confirmation: '' });
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const refused = useRef<{ readonly password: string; readonly message: string }>(undefined);
  const passwordRef = useRef<HTMLInputElement>(null);
  const confirmationRef = useRef<HTMLInputElement>(null);
  const isCommon = useCommonPasswords();

  const find = (entered: NewPasswordValues) =>
    newPasswordProblems(entered, { email, messages, differentFrom, isCommon });

  function change(field: Field, text: string) {
    const changed = { ...values, [field]: text };
    const found = find(changed);
    setValues(changed);
    setProblems((shown) => ({
      password: shown.password && found.password,
      confirmation: shown.confirmation && found.confirmation,
    }));
  }

  function leave(field: Field) {
    const found = find(values);
    // A password that was changed afterwards no longer equals what was typed to confirm it.
    const alsoConfirmation = field === 'password' && values.confirmation !== '';
    const refusal = refused.current?.password === values.password ? refused.current.message : undefined;
    setProblems((shown) => ({
      password: field === 'password' ? (found.password ?? refusal) : shown.password,
      confirmation: field === 'confirmation' || alsoConfirmation ? found.confirmation : shown.confirmation,
    }));
  }

  function check(): string | undefined {
    const found = find(values);
    setProblems(found);
    if (found.password !== undefined) {
      passwordRef.current?.focus();
      return undefined;
    }
    if (found.confirmation !== undefined) {
      confirmationRef.current?.focus();
      return undefined;
    }
    return values.password;
  }

  function showServerErrors(errors: readonly FieldError[]): boolean {
    const message = errors.find(({ field }) => field === 'newPassword')?.message;
    if (message === undefined) {
      return false;
    }
    refused.current = { password: values.password, message };
    setProblems({ ...NO_PROBLEMS, password: message });
    passwordRef.current?.focus();
    return true;
  }

  function fieldProps(field: Field, ref: RefObject<HTMLInputElement | null>): FieldProps {
    return {
      ref,
      value: values[field],
      error: problems[field],
      onChange: (event) => change(field, event.target.value),
      onBlur: () => leave(field),
    };
  }

  return {
    email,
    fields: {
      password: fieldProps('password', passwordRef),
      confirmation: fieldProps('confirmation', confirmationRef),
    },
    check,
    showServerErrors,
  };
}
