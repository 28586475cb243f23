import { isModalOpen } from './is-modal-open.ts';

/**
 * Opens a modal dialog. The first one tells the style sheet whether the page has a scrollbar that takes room, which it
 * keeps while the page scrolls no more.
 */
export function openModal(dialog: HTMLDialogElement): void {
  const { documentElement } = document;
  if (!isModalOpen()) {
    documentElement.toggleAttribute('data-scrollbar', innerWidth > documentElement.clientWidth);
  }
  dialog.showModal();
}
