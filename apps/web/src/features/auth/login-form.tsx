import type { MouseEvent } from 'react';
import { isPlainClick } from '../../shared/lib/is-plain-click.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { type SubmitCredentials, useLoginForm } from './use-login-form.ts';

interface LoginFormProps {
  readonly onSubmit: SubmitCredentials;
  readonly onForgotten: () => Promise<void>;
}

/** Uses uncontrolled fields, which keep text entered or autofilled before hydration. */
export function LoginForm({ onSubmit, onForgotten }: LoginFormProps) {
  const { form, errors, failure, busy, submit, recheck } = useLoginForm(onSubmit);
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
        aside={<ForgotPasswordLink onForgotten={onForgotten} />}
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

/** A plain link, because the router might not be loaded yet. */
function ForgotPasswordLink({ onForgotten }: Pick<LoginFormProps, 'onForgotten'>) {
  function navigate(event: MouseEvent) {
    if (isPlainClick(event)) {
      event.preventDefault();
      void onForgotten();
    }
  }

  return (
    <a
      href="/forgot-password"
      onClick={navigate}
      className="rounded-sm text-accent underline-offset-4 hover:underline max-md:-my-3 max-md:py-3"
    >
      Forgot your password
    </a>
  );
}
