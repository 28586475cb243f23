import type { RouterHistory } from '@tanstack/react-router';

type Change = RouterHistory['push'];

const PRESSES = ['click', 'keydown', 'submit', 'change'];

/**
 * A history whose changes wait for the next frame where a press leads to them: the press is seen to be taken before
 * another screen, page or panel is drawn. The same press twice within that time leads there once.
 */
export function answerPressFirst(history: RouterHistory): RouterHistory {
  let awaited: string | undefined;

  function afterPress(change: Change): Change {
    return (path, ...rest) => {
      if (!PRESSES.includes(window.event?.type ?? '') || document.hidden) {
        change(path, ...rest);
      } else if (awaited !== path) {
        awaited = path;
        requestAnimationFrame(() =>
          setTimeout(() => {
            awaited = undefined;
            change(path, ...rest);
          }),
        );
      }
    };
  }

  return Object.assign(history, { push: afterPress(history.push), replace: afterPress(history.replace) });
}
