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

type CheckedFields = Readonly<Record<Field, boolean>>;

const NO_FIELDS: CheckedFields = { password: false, confirmation: false };
const BOTH_FIELDS: CheckedFields = { password: true, confirmation: true };

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

/** Shows the problems of the checked fields, also those found only once the list of common passwords is loaded. */
function useValidation(values: NewPasswordValues, { email, messages, differentFrom }: NewPasswordOptions) {
  const [checked, setChecked] = useState(NO_FIELDS);
  const [rejected, setRejected] = useState<{ readonly password: string; readonly message: string }>();
  const isCommon = useCommonPasswords();

  const problemsOf = (entered: NewPasswordValues) =>
    newPasswordProblems(entered, { email, messages, differentFrom, isCommon });
  const found = problemsOf(values);
  const rejection = rejected?.password === values.password ? rejected.message : undefined;
  const problems: NewPasswordProblems = {
    password: checked.password ? (found.password ?? rejection) : undefined,
    confirmation: checked.confirmation ? found.confirmation : undefined,
  };

  function update(changed: NewPasswordValues) {
    const left = problemsOf(changed);
    const isStillWrong = (field: Field) => problems[field] !== undefined && left[field] !== undefined;
    setChecked({ password: isStillWrong('password'), confirmation: isStillWrong('confirmation') });
  }

  function validateField(field: Field) {
    // A changed password no longer matches its confirmation.
    const isPair = field === 'password' && values.confirmation !== '';
    setChecked((before) => (isPair ? BOTH_FIELDS : { ...before, [field]: true }));
  }

  function validate(): NewPasswordProblems {
    setRejected(undefined);
    setChecked(BOTH_FIELDS);
    return found;
  }

  function reject(message: string) {
    setRejected({ password: values.password, message });
    setChecked(BOTH_FIELDS);
  }

  return { problems, update, validateField, validate, reject };
}

/** Loads the list of common passwords in the background. The server checks it as well. */
function useCommonPasswords(): IsCommonPassword {
  const [isCommon, setIsCommon] = useState<IsCommonPassword>(() => () => false);

  useEffect(() => {
    import('@halyard/contract/common-passwords')
      .then(({ isCommonPassword }) => setIsCommon(() => isCommonPassword))
      .catch(() => undefined);
  }, []);

  return isCommon;
}
