import { TOAST } from '@halyard/contract/constants';

/** A toast where the code that draws toasts could not be fetched, in the styles that every page has. */
export function showPlainToast(title: string, description: string | undefined): void {
  // What is outside a modal dialog is inert.
  const host = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const layer = host.querySelector(':scope > .plain-toasts') ?? document.createElement('div');
  layer.className = 'plain-toasts';
  host.append(layer);
  const toast = document.createElement('p');
  toast.role = 'alert';
  const name = document.createElement('strong');
  name.append(title);
  toast.append(name, ' ', description ?? '');
  layer.append(toast);
  setTimeout(() => toast.remove(), TOAST.durationMs);
}
