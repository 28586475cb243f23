import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ResetPasswordPage } from '../features/auth/reset-password-page.tsx';

/** Moves the token into the page that uses it. No other copy remains. */
export function ResetPassword() {
  const { resetToken } = useRouter().options.context;
  const [token] = useState(resetToken.get);

  useEffect(() => resetToken.set(undefined), [resetToken]);

  return <ResetPasswordPage token={token} />;
}
