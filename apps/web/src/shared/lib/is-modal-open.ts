export function isModalOpen(): boolean {
  return document.querySelector('dialog:modal') !== null;
}
