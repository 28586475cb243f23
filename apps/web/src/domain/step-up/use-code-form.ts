import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type CodeKind, completeCode, isFinished } from './code-kind.ts';
import type { CodeProblem } from './code-problem.ts';

const INCOMPLETE: Record<CodeKind, string> = {
  authenticator: 'Please enter a valid 6-digit code',
  backup: 'Please enter a valid 10-character code',
};

/** Tries a code and resolves with its problem, if any. */
export type SubmitCode = (code: string) => Promise<CodeProblem | undefined>;

export type CodeFormState = ReturnType<typeof useCodeForm>;

/** Submits a complete code automatically and clears a wrong one. */
export function useCodeForm(onSubmit: SubmitCode, earlier?: CodeProblem) {
  const [kind, setKind] = useState<CodeKind>('authenticator');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Pick<CodeProblem, 'message' | 'hint'> | undefined>(earlier);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const code = completeCode(kind, text);

  async function tryCode(complete: string) {
    setBusy(true);
    setProblem(undefined);
    const found = await onSubmit(complete).finally(() => setBusy(false));
    setProblem(found);
    if (found?.kind === 'wrong') {
      setText('');
      input.current?.focus();
    }
  }

  function change(changed: string) {
    setText(changed);
    setProblem(undefined);
    const complete = completeCode(kind, changed);
    if (complete !== undefined && isFinished(kind, changed) && !busy) {
      void tryCode(complete);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code !== undefined && !busy) {
      void tryCode(code);
    }
  }

  const showIncomplete = () => setProblem({ message: INCOMPLETE[kind] });

  /** Prevents submission by Enter while the button is disabled. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target === input.current && code === undefined) {
      showIncomplete();
    }
  }

  function switchKind() {
    setKind(kind === 'authenticator' ? 'backup' : 'authenticator');
    change('');
  }

  return { kind, text, code, problem, busy, input, change, submit, showIncomplete, onKeyDown, switchKind };
}
