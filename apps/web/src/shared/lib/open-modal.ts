import { isModalOpen } from './is-modal-open.ts';

/**
 * Opens a modal dialog. If the page has a classic scrollbar, the attribute `data-scrollbar` keeps its space reserved
 * while the page cannot scroll.
 */
export function openModal(dialog: HTMLDialogElement): void {
  const { documentElement } = document;
  if (!isModalOpen()) {
    documentElement.toggleAttribute('data-scrollbar', innerWidth > documentElement.clientWidth);
  }
  dialog.showModal();
}
