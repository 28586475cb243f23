import { TOAST } from '@halyard/contract/constants';

let layer: HTMLElement | undefined;

/** A toast where the code that draws toasts could not be fetched, in the styles that every page has. */
export function showPlainToast(title: string, description = ''): void {
  layer ??= document.createElement('div');
  layer.className = 'plain-toasts';
  // What is outside a modal dialog is inert.
  ([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body).append(layer);
  const toast = document.createElement('p');
  toast.role = 'alert';
  toast.append(`${title}\n${description}`);
  layer.append(toast);
  setTimeout(() => toast.remove(), TOAST.durationMs);
}
