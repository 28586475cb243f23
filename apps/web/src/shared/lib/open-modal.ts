import { isModalOpen } from './is-modal-open.ts';

/** Opens a modal dialog. `data-scrollbar` reserves the space of a classic scrollbar. */
export function openModal(dialog: HTMLDialogElement): void {
  const { documentElement } = document;
  if (!isModalOpen()) {
    documentElement.toggleAttribute('data-scrollbar', innerWidth > documentElement.clientWidth);
  }
  dialog.showModal();
}
