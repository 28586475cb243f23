import { isModalOpen } from './is-modal-open.ts';

/**
 * Tells the style sheet whether the page has a scrollbar that takes room, which it keeps while a dialog has the page
 * scroll no more; returns what ends that.
 */
export function followScrollbar(): () => void {
  const { documentElement } = document;
  const sizes = new ResizeObserver(() => {
    if (!isModalOpen()) {
      documentElement.toggleAttribute('data-scrollbar', innerWidth > documentElement.clientWidth);
    }
  });
  sizes.observe(documentElement);
  return () => sizes.disconnect();
}
