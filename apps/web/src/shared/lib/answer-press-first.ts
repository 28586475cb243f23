import type { RouterHistory } from '@tanstack/react-router';
import { afterNextFrame } from './after-next-frame.ts';

type Change = RouterHistory['push'];

const PRESSES = ['click', 'keydown', 'submit'];

interface Awaited {
  readonly path: string;
  readonly lead: () => void;
}

/**
 * A history whose changes wait for the next frame where a press leads to them: the press is seen to be taken before
 * another screen, page or panel is drawn. The same press twice within that time leads there once, and any other change
 * comes after it, but for one of the screen that the press leaves: it would lead back. What is chosen in a field changes
 * with it at once: the field would show its old value until then.
 * @param onPress told in the press where it leads
 */
export function answerPressFirst(
  history: RouterHistory,
  onPress: (path: string) => void = () => undefined,
): RouterHistory {
  let awaited: Awaited | undefined;

  /** Whether an address is of the screen that is shown. */
  function isScreen(path: string): boolean {
    return path.replace(/[?#].*/s, '') === history.location.pathname;
  }

  function leadNow(): void {
    const before = awaited;
    awaited = undefined;
    before?.lead();
  }

  function afterPress(change: Change): Change {
    return (path, ...rest) => {
      if (!isPress(window.event)) {
        if (awaited === undefined || isScreen(awaited.path) || !isScreen(path)) {
          leadNow();
        }
        change(path, ...rest);
      } else if (awaited?.path !== path) {
        leadNow();
        const next: Awaited = { path, lead: () => change(path, ...rest) };
        awaited = next;
        onPress(path);
        afterNextFrame(() => {
          if (awaited === next) {
            leadNow();
          }
        });
      }
    };
  }

  return Object.assign(history, { push: afterPress(history.push), replace: afterPress(history.replace) });
}

function isPress(event: Event | undefined): boolean {
  const isChoice = event?.type === 'click' && event.target instanceof HTMLInputElement;
  return event !== undefined && PRESSES.includes(event.type) && !isChoice;
}
