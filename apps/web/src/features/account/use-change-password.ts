import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { CHANGE_MESSAGES } from '../../domain/new-password/new-password-problems.ts';
import { useNewPassword } from '../../domain/new-password/use-new-password.ts';
import { administratorIn } from '../../domain/session/session.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { useSessionState } from '../../domain/session/use-session.ts';
import { twoFactorStatusQuery } from '../../domain/two-factor/two-factor-status-query.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { accountSessionsQuery } from './account-queries.ts';
import { changePasswordProblem } from './change-password-problem.ts';

const CURRENT_REQUIRED = 'Please enter your current password';

export function useChangePassword(onChanged: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const email = administratorIn(useSessionState())?.email ?? '';
  const current = useCurrentPassword();
  const differentFrom = current.field.value;
  const newPassword = useNewPassword({ email, messages: CHANGE_MESSAGES, differentFrom });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) {
      return;
    }
    setFailure(undefined);
    current.setProblem(undefined);
    const password = newPassword.check();
    if (current.field.value === '') {
      current.show(CURRENT_REQUIRED);
    } else if (password !== undefined) {
      setBusy(true);
      await change(password).finally(() => setBusy(false));
    }
  }

  async function change(password: string) {
    try {
      await api.post('/auth/password/change', {
        body: { currentPassword: current.field.value, newPassword: password },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_password'],
      });
    } catch (error) {
      show(error);
      return;
    }
    toast.success('Password changed successfully!');
    void queryClient.invalidateQueries(accountSessionsQuery(api));
    // The step-up may have used a backup code.
    void queryClient.invalidateQueries(twoFactorStatusQuery(api));
    onChanged();
  }

  function show(error: unknown) {
    if (error instanceof ApiError && newPassword.showServerErrors(error.errors)) {
      return;
    }
    const { field, message } = changePasswordProblem(error);
    if (field === 'currentPassword') {
      current.show(message);
    } else {
      setFailure(message);
    }
  }

  return { currentField: current.field, newPassword, failure, busy, submit };
}

function useCurrentPassword() {
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const ref = useRef<HTMLInputElement>(null);

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    setValue(target.value);
    setProblem(problem === undefined || target.value !== '' ? undefined : CURRENT_REQUIRED);
  }

  function show(message: string) {
    setProblem(message);
    ref.current?.focus();
  }

  return { field: { ref, value, error: problem, onChange }, setProblem, show };
}
