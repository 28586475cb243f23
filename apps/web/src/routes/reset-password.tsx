import { useRouter } from '@tanstack/react-router';
import { ResetPasswordPage } from '../features/auth/reset-password-page.tsx';

export function ResetPassword() {
  const { resetToken } = useRouter().options.context;
  return <ResetPasswordPage resetToken={resetToken} />;
}
