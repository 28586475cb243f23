import { PASSWORD_LENGTH_MIN } from '@halyard/contract/constants';
import { PasswordField } from '../../shared/ui/field/password-field.tsx';
import type { NewPassword } from './use-new-password.ts';

interface NewPasswordFieldsProps {
  /** What `useNewPassword` gave. */
  readonly newPassword: NewPassword;
  readonly labels: { readonly password: string; readonly confirmation: string };
}

/**
 * The fields of a new password and its confirmation, to stand in a form with whatever else it asks for:
 *
 *     const newPassword = useNewPassword({ email, messages });
 *     // on submit
 *     const password = newPassword.check();
 *     if (password !== undefined) { ... }
 *
 * The field that nobody sees tells password managers whose password it is.
 */
export function NewPasswordFields({ newPassword, labels }: NewPasswordFieldsProps) {
  const { email, fields } = newPassword;
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={labels.password}
        name="newPassword"
        required
        autoComplete="new-password"
        hint={`Minimum ${PASSWORD_LENGTH_MIN} characters with uppercase, lowercase, digit and special character`}
        {...fields.password}
      />
      <PasswordField
        label={labels.confirmation}
        name="confirmPassword"
        required
        autoComplete="new-password"
        {...fields.confirmation}
      />
    </>
  );
}
