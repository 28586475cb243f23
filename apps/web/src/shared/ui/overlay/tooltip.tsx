import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeBeside, type Side } from '../../lib/place-beside.ts';

/** So long the pointer may be on its way from the trigger to the tooltip. */
const CROSSING_MS = 100;

export interface TooltipTrigger {
  readonly 'aria-describedby': string | undefined;
  readonly onPointerEnter: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: (event: PointerEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

interface TooltipProps {
  readonly content: ReactNode;
  readonly side?: Side;
  /** Renders the element that it explains, with the properties given. */
  readonly children: (trigger: TooltipTrigger) => ReactNode;
}

interface Shown {
  readonly anchor: HTMLElement;
  /** The pointer has left both; it may be on its way from one to the other. */
  readonly leaving: boolean;
}

/**
 * A word beside an element while the pointer or the keyboard's focus is on it: without delay, over
 * everything else (the top layer, so also inside a modal dialog), closed by Escape, and the pointer may
 * rest on it (WCAG 1.4.13). It follows what it explains while the page scrolls, as it does for a focus that comes from
 * out of sight. Drawn by hand because a library's part would weigh more than the screen it is on;
 * a list has dozens, so until it is shown it is little more than its trigger.
 */
export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  const id = useId();
  const [shown, setShown] = useState<Shown>();
  const leave = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'touch') {
      setShown((open) => open && { ...open, leaving: true });
    }
  };

  const trigger: TooltipTrigger = {
    'aria-describedby': shown && id,
    onPointerEnter: ({ currentTarget }) => setShown({ anchor: currentTarget, leaving: false }),
    onPointerLeave: leave,
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) {
        setShown({ anchor: currentTarget, leaving: false });
      }
    },
    onBlur: () => setShown(undefined),
  };

  return (
    <>
      {children(trigger)}
      {shown ? (
        <TooltipPopup id={id} side={side} shown={shown} onShown={setShown} onLeave={leave}>
          {content}
        </TooltipPopup>
      ) : null}
    </>
  );
}

interface TooltipPopupProps {
  readonly id: string;
  readonly side: Side;
  readonly shown: Shown;
  readonly onShown: (shown: Shown | undefined) => void;
  readonly onLeave: (event: PointerEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

function TooltipPopup({
  id,
  side,
  shown: { anchor, leaving },
  onShown,
  onLeave,
  children,
}: TooltipPopupProps) {
  const popup = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) {
      return;
    }
    element.showPopover();
    place(element, anchor, side);
  }, [anchor, side]);

  useEffect(() => {
    if (leaving) {
      const closing = window.setTimeout(() => onShown(undefined), CROSSING_MS);
      return () => window.clearTimeout(closing);
    }
    return undefined;
  }, [leaving, onShown]);

  useEffect(() => {
    const end = new AbortController();
    const close = () => onShown(undefined);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        // What it stands in stays: that is for the next press.
        event.preventDefault();
        close();
      }
    };
    const closeOnPress = (event: Event) => {
      if (!(event.target instanceof Node && popup.current?.contains(event.target))) {
        close();
      }
    };
    document.addEventListener('keydown', closeOnEscape, { capture: true, signal: end.signal });
    document.addEventListener('pointerdown', closeOnPress, end);
    const follow = () => {
      if (popup.current && isInSight(anchor)) {
        place(popup.current, anchor, side);
      } else {
        close();
      }
    };
    document.addEventListener('scroll', follow, { capture: true, signal: end.signal });
    return () => end.abort();
  }, [anchor, side, onShown]);

  return (
    <div
      ref={popup}
      id={id}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 w-max max-w-72 rounded-md border border-line bg-ink px-2 py-1 text-left text-surface text-xs shadow-float"
      onPointerEnter={() => onShown({ anchor, leaving: false })}
      onPointerLeave={onLeave}
    >
      {children}
    </div>
  );
}

function place(element: HTMLElement, anchor: HTMLElement, side: Side): void {
  const { left, top } = placeBeside(anchor.getBoundingClientRect(), element.getBoundingClientRect(), side, {
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
  });
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/** Neither out of the window nor under what it scrolls beneath. */
function isInSight(anchor: HTMLElement): boolean {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return anchor.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
