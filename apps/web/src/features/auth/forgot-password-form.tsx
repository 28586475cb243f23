import { isEmailAddress } from '@halyard/contract/email-address';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { BackToLogin } from './back-to-login.tsx';

interface ForgotPasswordFormProps {
  readonly email: string;
  readonly onSubmit: (email: string) => Promise<void>;
}

export function ForgotPasswordForm({ email: initial, onSubmit }: ForgotPasswordFormProps) {
  const [email, setEmail] = useState(initial);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function change(text: string) {
    setEmail(text);
    if (error !== undefined) {
      setError(emailProblem(text.trim()));
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const address = email.trim();
    const problem = emailProblem(address);
    setError(problem);
    if (problem !== undefined) {
      input.current?.focus();
    } else if (!busy) {
      setBusy(true);
      await onSubmit(address).finally(() => setBusy(false));
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        ref={input}
        label="Email"
        name="email"
        required
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={email}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" size="lg" busy={busy} className="mt-2">
        Send reset link
      </Button>
      <BackToLogin />
    </form>
  );
}

function emailProblem(email: string): string | undefined {
  if (email === '') {
    return 'Please enter your email';
  }
  return isEmailAddress(email) ? undefined : 'Please enter a valid email address';
}
