import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { isPlainClick } from '../../shared/lib/is-plain-click.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import {
  type Credentials,
  credentialsIn,
  type LoginErrors,
  type LoginField,
  loginErrors,
} from './login-fields.ts';

/** Why nobody was signed in, and what the server found wrong with a field. */
export interface LoginFailure {
  readonly message: string;
  readonly errors?: LoginErrors;
}

interface LoginFormProps {
  /** Resolves with the failure, or with nothing when the screen is about to change. */
  readonly onSubmit: (credentials: Credentials) => Promise<LoginFailure | undefined>;
  readonly onForgotten: () => Promise<void>;
}

/**
 * The fields keep their own text: what was typed, or filled in by the browser, before the page came to life
 * stays, and a press of the button then is made good.
 */
export function LoginForm({ onSubmit, onForgotten }: LoginFormProps) {
  const [errors, setErrors] = useState<LoginErrors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const early = form.current;
    // The mark is the prerendered page's own script's.
    if (early?.dataset['submittedEarly'] !== undefined) {
      delete early.dataset['submittedEarly'];
      early.requestSubmit();
    }
  }, []);

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

  function forget(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      void onForgotten();
    }
  }

  /** Once it has a message, a field is checked with every change. */
  function recheck(field: LoginField) {
    if (errors[field] !== undefined && form.current) {
      const found = loginErrors(credentialsIn(form.current));
      const { [field]: _, ...others } = errors;
      setErrors(found[field] === undefined ? others : { ...others, [field]: found[field] });
    }
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        required
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
        onChange={() => recheck('email')}
      />
      <TextField
        label="Password"
        name="password"
        required
        type="password"
        autoComplete="current-password"
        error={errors.password}
        onChange={() => recheck('password')}
        aside={
          <a
            href="/forgot-password"
            onClick={forget}
            className="rounded-sm text-accent underline-offset-4 hover:underline max-md:-my-3 max-md:py-3"
          >
            Forgot your password
          </a>
        }
      />
      <p role="alert" className="text-bad text-sm empty:hidden">
        {failure}
      </p>
      <Button type="submit" size="lg" busy={busy} className="mt-2">
        Sign in
      </Button>
    </form>
  );
}
