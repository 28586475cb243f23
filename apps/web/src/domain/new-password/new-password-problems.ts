import { type IsCommonPassword, passwordProblem } from '@halyard/contract/password-strength';

export interface NewPasswordValues {
  readonly password: string;
  readonly confirmation: string;
}

export interface NewPasswordProblems {
  readonly password: string | undefined;
  readonly confirmation: string | undefined;
}

export interface NewPasswordMessages {
  readonly required: string;
  readonly confirmationRequired: string;
}

export const RESET_MESSAGES: NewPasswordMessages = {
  required: 'Please enter a password',
  confirmationRequired: 'Please confirm your password',
};

export const CHANGE_MESSAGES: NewPasswordMessages = {
  required: 'Please enter a new password',
  confirmationRequired: 'Please confirm your new password',
};

interface NewPasswordRules {
  readonly email: string;
  readonly messages: NewPasswordMessages;
  readonly differentFrom: string | undefined;
  readonly isCommon: IsCommonPassword;
}

/** Checks a new password and its confirmation (specification, section 5). */
export function newPasswordProblems(
  { password, confirmation }: NewPasswordValues,
  rules: NewPasswordRules,
): NewPasswordProblems {
  return {
    password: passwordMessage(password, rules),
    confirmation: confirmationMessage(password, confirmation, rules),
  };
}

function passwordMessage(password: string, rules: NewPasswordRules): string | undefined {
  const { email, messages, differentFrom, isCommon } = rules;
  if (password === '') {
    return messages.required;
  }
  if (password === differentFrom) {
    return 'New password must be different from current password';
  }
  return passwordProblem(password, { email }, isCommon);
}

function confirmationMessage(
  password: string,
  confirmation: string,
  { messages }: NewPasswordRules,
): string | undefined {
  if (confirmation === '') {
    return messages.confirmationRequired;
  }
  return confirmation === password ? undefined : 'Passwords do not match';
}
