import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  type Credentials,
  credentialsIn,
  type LoginErrors,
  type LoginField,
  loginErrors,
} from './login-fields.ts';
import type { LoginFailure } from './sign-in.ts';

/** Resolves with the failure, or with undefined if the screen is about to change. */
export type SubmitCredentials = (credentials: Credentials) => Promise<LoginFailure | undefined>;

export function useLoginForm(onSubmit: SubmitCredentials) {
  const [errors, setErrors] = useState<LoginErrors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form);

  /** Shows the errors and focuses the first invalid field. Returns whether there are any. */
  function show(found: LoginErrors): boolean {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    }
    return first !== undefined;
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const credentials = credentialsIn(event.currentTarget);
    setFailure(undefined);
    if (busy || show(loginErrors(credentials))) {
      return;
    }
    setBusy(true);
    const failed = await onSubmit(credentials);
    setBusy(false);
    if (failed) {
      setFailure(failed.message);
      if (!show(failed.errors ?? {})) {
        form.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
      }
    }
  }

  /** Validates a field on every change once it shows an error. */
  function recheck(field: LoginField) {
    if (errors[field] !== undefined && form.current) {
      const found = loginErrors(credentialsIn(form.current));
      const { [field]: _, ...others } = errors;
      setErrors(found[field] === undefined ? others : { ...others, [field]: found[field] });
    }
  }

  return { form, errors, failure, busy, submit, recheck };
}

/** Repeats a submit made before hydration, which the pre-rendered page's inline script has recorded. */
function useEarlySubmit(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const element = form.current;
    if (element?.dataset['submittedEarly'] !== undefined) {
      delete element.dataset['submittedEarly'];
      element.requestSubmit();
    }
  }, [form]);
}
