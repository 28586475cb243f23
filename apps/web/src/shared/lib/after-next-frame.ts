/** Runs work after the next frame, so that a click gets visual feedback first. Runs it at once in a hidden page. */
export function afterNextFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
