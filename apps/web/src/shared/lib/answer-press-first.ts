import type { RouterHistory } from '@tanstack/react-router';
import { afterNextFrame } from './after-next-frame.ts';

type Change = RouterHistory['push'];

const PRESSES = ['click', 'keydown', 'submit'];

/**
 * A history whose changes wait for the next frame where a press leads to them: the press is seen to be taken before
 * another screen, page or panel is drawn. The same press twice within that time leads there once. What is chosen in a
 * field changes with it at once: the field would show its old value until then. So does what leads to another path that
 * waits for that frame by itself: what it needs is on its way meanwhile.
 */
export function answerPressFirst(
  history: RouterHistory,
  waitsByItself: (pathname: string) => boolean = () => false,
): RouterHistory {
  let awaited: string | undefined;

  function afterPress(change: Change): Change {
    return (path, ...rest) => {
      if (!isPress(window.event) || leadsElsewhere(path)) {
        change(path, ...rest);
      } else if (awaited !== path) {
        awaited = path;
        afterNextFrame(() => {
          awaited = undefined;
          change(path, ...rest);
        });
      }
    };
  }

  function leadsElsewhere(path: string): boolean {
    const { pathname } = new URL(path, 'http://any');
    return pathname !== history.location.pathname && waitsByItself(pathname);
  }

  return Object.assign(history, { push: afterPress(history.push), replace: afterPress(history.replace) });
}

function isPress(event: Event | undefined): boolean {
  const isChoice = event?.type === 'click' && event.target instanceof HTMLInputElement;
  return event !== undefined && PRESSES.includes(event.type) && !isChoice;
}
