import { showPlainToast } from './plain-toast.ts';
import type { ToastKind, ToastOptions } from './toaster.tsx';

const loadToaster = () => import('./toaster.tsx');

let lastId = 0;

/** Loads the toaster with the first toast. If that fails, shows a plain toast. */
function show(kind: ToastKind, title: string, options?: ToastOptions): number {
  lastId += 1;
  const id = lastId;
  loadToaster()
    .then(({ showToast }) => showToast(id, kind, title, options))
    .catch(() => {
      // The toast may report the lost connection that also made this import fail.
      if (kind !== 'loading') {
        showPlainToast(title, options?.description);
      }
    });
  return id;
}

/** Toast functions. Each returns an id for {@link toast.dismiss}. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
  /** Stays until dismissed. */
  loading: (title: string, options?: ToastOptions) => show('loading', title, options),
  dismiss: (id: number) => {
    loadToaster()
      .then(({ dismissToast }) => dismissToast(id))
      .catch(() => undefined);
  },
  prefetch: () => {
    loadToaster().catch(() => undefined);
  },
};
