import { useRef, useState } from 'react';

/** `ignored` if another action was still running. */
export type ActOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ignored' };

/** Runs one server action at a time, so that the second click of a double click does nothing. */
export function useAct<Input = void>(act: (input: Input) => Promise<void>) {
  const isRunning = useRef(false);
  const [pending, setPending] = useState(false);

  async function run(input: Input): Promise<ActOutcome> {
    if (isRunning.current) {
      return { kind: 'ignored' };
    }
    isRunning.current = true;
    setPending(true);
    try {
      await act(input);
      return { kind: 'done' };
    } catch (error) {
      return { kind: 'failed', error };
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return { pending, run };
}
