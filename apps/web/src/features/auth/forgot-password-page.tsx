import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { AuthLayout } from './auth-layout.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { ResetLinkSent } from './reset-link-sent.tsx';

/** Requests a reset link. Shows the same result on failure, so that it does not reveal which accounts exist. */
export function ForgotPasswordPage() {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);

  async function request(address: string) {
    setEmail(address);
    await api.post('/auth/password/reset/initiate', { body: { email: address } }).catch(() => undefined);
    setSent(true);
  }

  if (sent) {
    return (
      <AuthLayout title="Reset your password">
        <ResetLinkSent email={email} onRetry={() => setSent(false)} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      description="Enter your email and we'll send you a link to reset your password."
    >
      <ForgotPasswordForm email={email} onSubmit={request} />
    </AuthLayout>
  );
}
