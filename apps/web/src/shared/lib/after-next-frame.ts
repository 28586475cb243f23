/** Has a press be seen to be taken before what it leads to is drawn. In a page that nobody sees, at once. */
export function afterNextFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}
