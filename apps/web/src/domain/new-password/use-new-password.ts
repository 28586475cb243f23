import type { FieldError } from '@halyard/contract/error-body';
import type { IsCommonPassword } from '@halyard/contract/password-strength';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import {
  type NewPasswordMessages,
  type NewPasswordProblems,
  type NewPasswordValues,
  newPasswordProblems,
} from './new-password-problems.ts';

interface NewPasswordOptions {
  readonly email: string;
  readonly messages: NewPasswordMessages;
  /** The current password, which the new one must not repeat. */
  readonly differentFrom?: string;
}

export type NewPassword = ReturnType<typeof useNewPassword>;

type Field = keyof NewPasswordValues;

const NO_PROBLEMS: NewPasswordProblems = { password: undefined, confirmation: undefined };

/** Validates a new password (specification, section 5) on blur, in `check`, and on change after an error. */
export function useNewPassword(options: NewPasswordOptions) {
  const [values, setValues] = useState<NewPasswordValues>({ password: '', confirmation: '' });
  const { problems, ...validation } = useValidation(values, options);
  const refs = { password: useRef<HTMLInputElement>(null), confirmation: useRef<HTMLInputElement>(null) };

  function change(field: Field, text: string) {
    const changed = { ...values, [field]: text };
    setValues(changed);
    validation.update(changed);
  }

  /** Validates both fields and focuses the first invalid one. Returns the valid password, or undefined. */
  function check(): string | undefined {
    const found = validation.validate();
    const invalid = (['password', 'confirmation'] as const).find((field) => found[field] !== undefined);
    if (invalid === undefined) {
      return values.password;
    }
    refs[invalid].current?.focus();
    return undefined;
  }

  /** Shows the server's `newPassword` error until the password changes. Returns whether there was one. */
  function showServerErrors(errors: readonly FieldError[]): boolean {
    const message = errors.find(({ field }) => field === 'newPassword')?.message;
    if (message === undefined) {
      return false;
    }
    validation.reject(message);
    refs.password.current?.focus();
    return true;
  }

  const fieldProps = (field: Field) => ({
    ref: refs[field],
    value: values[field],
    error: problems[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(field, target.value),
    onBlur: () => validation.validateField(field),
  });
  return {
    email: options.email,
    fields: { password: fieldProps('password'), confirmation: fieldProps('confirmation') },
    check,
    showServerErrors,
  };
}

function useValidation(values: NewPasswordValues, { email, messages, differentFrom }: NewPasswordOptions) {
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const rejected = useRef<{ readonly password: string; readonly message: string }>(undefined);
  const isCommon = useCommonPasswords();

  const problemsOf = (entered: NewPasswordValues) =>
    newPasswordProblems(entered, { email, messages, differentFrom, isCommon });

  function update(changed: NewPasswordValues) {
    const found = problemsOf(changed);
    setProblems((shown) => ({
      password: shown.password && found.password,
      confirmation: shown.confirmation && found.confirmation,
    }));
  }

  function validateField(field: Field) {
    const found = problemsOf(values);
    if (field === 'confirmation') {
      setProblems((shown) => ({ ...shown, confirmation: found.confirmation }));
      return;
    }
    const rejection = rejected.current?.password === values.password ? rejected.current.message : undefined;
    setProblems((shown) => ({
      password: found.password ?? rejection,
      // A changed password no longer matches its confirmation.
      confirmation: values.confirmation === '' ? shown.confirmation : found.confirmation,
    }));
  }

  function validate(): NewPasswordProblems {
    const found = problemsOf(values);
    setProblems(found);
    return found;
  }

  function reject(message: string) {
    rejected.current = { password: values.password, message };
    setProblems({ ...NO_PROBLEMS, password: message });
  }

  return { problems, update, validateField, validate, reject };
}

/** Loads the list of common passwords in the background. The server checks it as well. */
function useCommonPasswords(): IsCommonPassword {
  const list = useRef<IsCommonPassword>(() => false);

  useEffect(() => {
    import('@halyard/contract/common-passwords')
      .then(({ isCommonPassword }) => {
        list.current = isCommonPassword;
      })
      .catch(() => undefined);
  }, []);

  return (password) => list.current(password);
}
