import { createRoot } from 'react-dom/client';
import type { CodeVerdict, VerifyIdentity } from '../../shared/api/step-up.ts';
import { VerifyIdentityDialog } from './verify-identity-dialog.tsx';

/**
 * Opens the dialog over whatever is shown, in a root of its own: the call that needs it may come from anywhere.
 * @param gone closes it at once; a code that is on its way by then still decides how the question ended
 */
export function askForCode(
  tryCode: Parameters<VerifyIdentity>[0],
  gone: AbortSignal,
): ReturnType<VerifyIdentity> {
  if (gone.aborted) {
    return Promise.resolve('cancelled');
  }
  return new Promise((resolve) => {
    const place = document.createElement('div');
    document.body.append(place);
    const root = createRoot(place);
    let trying: Promise<CodeVerdict> | undefined;

    function close() {
      root.unmount();
      place.remove();
    }

    function end(outcome: 'settled' | 'cancelled') {
      close();
      resolve(outcome);
    }

    async function abandon() {
      close();
      const verdict = await trying;
      resolve(verdict?.settled ? 'settled' : 'cancelled');
    }

    gone.addEventListener('abort', abandon);
    root.render(
      <VerifyIdentityDialog
        tryCode={(code) => {
          trying = tryCode(code);
          return trying;
        }}
        onSettled={() => end('settled')}
        onCancel={() => end('cancelled')}
      />,
    );
  });
}
