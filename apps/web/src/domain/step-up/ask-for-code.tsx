import { createRoot } from 'react-dom/client';
import type { CodeVerdict, VerifyIdentity } from '../../shared/api/step-up.ts';
import { VerifyIdentityDialog } from './verify-identity-dialog.tsx';

/**
 * Opens the dialog in its own React root, because any part of the app can need a code.
 * @param signal closes the dialog; a code already submitted still decides the outcome
 */
export function askForCode(
  tryCode: Parameters<VerifyIdentity>[0],
  signal: AbortSignal,
): ReturnType<VerifyIdentity> {
  if (signal.aborted) {
    return Promise.resolve('cancelled');
  }
  return new Promise((resolve) => {
    const container = document.createElement('div');
    document.body.append(container);
    const root = createRoot(container);
    let pending: Promise<CodeVerdict> | undefined;

    function close() {
      root.unmount();
      container.remove();
    }

    function end(outcome: 'settled' | 'cancelled') {
      close();
      resolve(outcome);
    }

    signal.addEventListener('abort', async () => {
      close();
      const verdict = await pending;
      resolve(verdict?.settled ? 'settled' : 'cancelled');
    });
    root.render(
      <VerifyIdentityDialog
        tryCode={(code) => {
          pending = tryCode(code);
          return pending;
        }}
        onSettled={() => end('settled')}
        onCancel={() => end('cancelled')}
      />,
    );
  });
}
