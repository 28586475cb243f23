import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { CodeInput } from '../../shared/ui/field/code-input.tsx';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { type CodeKind, completeCode, isFinished } from './code-kind.ts';
import type { CodeProblem } from './code-problem.ts';

interface CodeFormProps {
  readonly submitLabel: string;
  /** Whether the code permits what is hard to undo. */
  readonly danger?: boolean;
  /** Whether a backup code does as well. */
  readonly backupCodes?: boolean;
  /** Tries a code; resolves with what was the matter. The input is cleared when the code was wrong. */
  readonly onSubmit: (code: string) => Promise<CodeProblem | undefined>;
  /** Further buttons, beside the one that submits. */
  readonly children?: ReactNode;
}

const INCOMPLETE: Record<CodeKind, string> = {
  authenticator: 'Please enter a valid 6-digit code',
  backup: 'Please enter a valid 10-character code',
};

/** Asks for a code of the authenticator app or a backup code, and submits itself when the code is complete. */
export function CodeForm(props: CodeFormProps) {
  const { submitLabel, danger = false, backupCodes = true, onSubmit, children } = props;
  const [kind, setKind] = useState<CodeKind>('authenticator');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Pick<CodeProblem, 'message' | 'hint'>>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const messageId = useId();
  const code = completeCode(kind, typed);

  async function submit(complete: string) {
    setBusy(true);
    setProblem(undefined);
    const found = await onSubmit(complete).finally(() => setBusy(false));
    setProblem(found);
    if (found?.kind === 'wrong') {
      setTyped('');
      input.current?.focus();
    }
  }

  function change(text: string) {
    setTyped(text);
    setProblem(undefined);
    const complete = completeCode(kind, text);
    if (complete !== undefined && isFinished(kind, text) && !busy) {
      void submit(complete);
    }
  }

  function submitForm(event: FormEvent) {
    event.preventDefault();
    if (code !== undefined && !busy) {
      void submit(code);
    }
  }

  function explainEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target === input.current && code === undefined) {
      setProblem({ message: INCOMPLETE[kind] });
    }
  }

  function switchKind() {
    setKind(kind === 'authenticator' ? 'backup' : 'authenticator');
    setTyped('');
    setProblem(undefined);
  }

  const message = problem ? (
    <>
      <span>{problem.message}</span> {problem.hint}
    </>
  ) : undefined;

  return (
    <form noValidate onSubmit={submitForm} onKeyDown={explainEnter} className="grid gap-4">
      {kind === 'authenticator' ? (
        <div className="grid gap-1.5">
          <CodeInput
            label="Authenticator code"
            value={typed}
            onChange={change}
            onMisfit={() => setProblem({ message: INCOMPLETE.authenticator })}
            invalid={problem !== undefined}
            describedBy={messageId}
            inputRef={input}
          />
          <p id={messageId} role="alert" className="text-bad text-sm empty:hidden">
            {message}
          </p>
        </div>
      ) : (
        <TextField
          ref={input}
          label="Backup code"
          error={message}
          value={typed}
          onChange={(event) => change(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          monospaced
        />
      )}
      <ButtonRow reversed>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          size="lg"
          disabled={code === undefined}
          busy={busy}
        >
          {submitLabel}
        </Button>
        {children}
      </ButtonRow>
      {backupCodes ? (
        <Button variant="quiet" onClick={switchKind}>
          {kind === 'authenticator' ? 'Use a backup code' : 'Use your authenticator app'}
        </Button>
      ) : null}
    </form>
  );
}
