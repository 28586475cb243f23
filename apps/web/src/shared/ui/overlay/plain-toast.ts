import { TOAST } from '@halyard/contract/constants';

let layer: HTMLElement | undefined;

/** Shows a simple toast if the toaster's code fails to load. */
export function showPlainToast(title: string, description = ''): void {
  layer ??= document.createElement('div');
  layer.className = 'plain-toasts';
  // A modal dialog makes everything outside it inert.
  ([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body).append(layer);
  const toast = document.createElement('p');
  toast.role = 'alert';
  toast.append(`${title}\n${description}`);
  layer.append(toast);
  setTimeout(() => toast.remove(), TOAST.durationMs);
}
