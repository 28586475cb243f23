import { type ReactNode, useId } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { CodeInput } from '../../shared/ui/field/code-input.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import type { CodeProblem } from './code-problem.ts';
import { type CodeFormState, type SubmitCode, useCodeForm } from './use-code-form.ts';

interface CodeFormProps {
  readonly submitLabel: string;
  readonly danger?: boolean;
  readonly backupCodes?: boolean;
  /** Of a code that was tried before this form was shown. */
  readonly problem?: CodeProblem | undefined;
  readonly onSubmit: SubmitCode;
  readonly children?: ReactNode;
}

export function CodeForm(props: CodeFormProps) {
  const { submitLabel, danger = false, backupCodes = true, problem, onSubmit, children } = props;
  const form = useCodeForm(onSubmit, problem);
  const isBackup = form.kind === 'backup';
  return (
    <form noValidate onSubmit={form.submit} onKeyDown={form.onKeyDown} className="grid gap-4">
      {isBackup ? <BackupCodeField form={form} /> : <AuthenticatorCodeField form={form} />}
      <ButtonRow reversed>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          size="lg"
          disabled={form.code === undefined}
          busy={form.busy}
        >
          {submitLabel}
        </Button>
        {children}
      </ButtonRow>
      {backupCodes ? (
        <Button variant="quiet" onClick={form.switchKind}>
          {isBackup ? 'Use your authenticator app' : 'Use a backup code'}
        </Button>
      ) : null}
    </form>
  );
}

interface CodeFieldProps {
  readonly form: CodeFormState;
}

function AuthenticatorCodeField({ form }: CodeFieldProps) {
  const messageId = useId();
  return (
    <div className="grid gap-1.5">
      <CodeInput
        label="Authenticator code"
        value={form.text}
        onChange={form.change}
        onMisfit={form.showIncomplete}
        invalid={form.problem !== undefined}
        describedBy={messageId}
        inputRef={form.input}
      />
      <p id={messageId} role="alert" className="text-bad text-sm empty:hidden">
        {problemText(form)}
      </p>
    </div>
  );
}

function BackupCodeField({ form }: CodeFieldProps) {
  return (
    <TextField
      ref={form.input}
      label="Backup code"
      error={problemText(form)}
      value={form.text}
      onChange={({ target }) => form.change(target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      monospaced
    />
  );
}

function problemText({ problem }: CodeFormState): ReactNode {
  return problem ? (
    <>
      <span>{problem.message}</span> {problem.hint}
    </>
  ) : undefined;
}
