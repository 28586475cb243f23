/** Whether a dialog has made the page behind it inert. */
export function isModalOpen(): boolean {
  return document.querySelector('dialog:modal') !== null;
}
