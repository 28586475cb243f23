import { PASSWORD_LENGTH_MIN } from '@halyard/contract/constants';
import { PasswordField } from '../../shared/ui/field/password-field.tsx';
import type { NewPassword } from './use-new-password.ts';

/** Fields for a new password. The hidden e-mail field tells password managers which account it belongs to. */
export function NewPasswordFields({ newPassword }: { readonly newPassword: NewPassword }) {
  const { email, fields } = newPassword;
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New Password"
        name="newPassword"
        required
        autoComplete="new-password"
        hint={`Minimum ${PASSWORD_LENGTH_MIN} characters with uppercase, lowercase, digit and special character`}
        {...fields.password}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        required
        autoComplete="new-password"
        {...fields.confirmation}
      />
    </>
  );
}
