import { showPlainToast } from './plain-toast.ts';
import type { ToastKind, ToastOptions } from './toaster.tsx';

const loadToaster = () => import('./toaster.tsx');

let lastId = 0;

/** Shows a short message at the edge of the screen. The code that draws it is fetched with the first one; without it the message is a plain one. */
function show(kind: ToastKind, title: string, options?: ToastOptions): number {
  lastId += 1;
  const id = lastId;
  loadToaster()
    .then(({ showToast }) => showToast(id, kind, title, options))
    .catch(() => {
      // The network is gone, and often that is what there is to say.
      if (kind !== 'loading') {
        showPlainToast(title, options?.description);
      }
    });
  return id;
}

/** Each returns the toast's id, which {@link toast.dismiss} takes. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
  /** Stays until it is dismissed. */
  loading: (title: string, options?: ToastOptions) => show('loading', title, options),
  dismiss: (id: number) => {
    loadToaster()
      .then(({ dismissToast }) => dismissToast(id))
      .catch(() => undefined);
  },
  /** Fetches what draws toasts ahead of the first. */
  prefetch: () => {
    loadToaster().catch(() => undefined);
  },
};
