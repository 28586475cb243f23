import { createRoot } from 'react-dom/client';
import type { VerifyIdentity } from '../../shared/api/step-up.ts';
import { VerifyIdentityDialog } from './verify-identity-dialog.tsx';

/** Opens the dialog over whatever is shown, in a root of its own: the call that needs it may come from anywhere. */
export const askForCode: VerifyIdentity = (tryCode) =>
  new Promise((resolve) => {
    const place = document.createElement('div');
    document.body.append(place);
    const root = createRoot(place);

    function end(outcome: 'settled' | 'cancelled') {
      root.unmount();
      place.remove();
      resolve(outcome);
    }

    root.render(
      <VerifyIdentityDialog
        tryCode={tryCode}
        onSettled={() => end('settled')}
        onCancel={() => end('cancelled')}
      />,
    );
  });
