import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeBeside, type Side } from '../lib/place-beside.ts';

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

/**
 * A word beside an element while the pointer or the keyboard's focus is on it: without delay, over
 * everything else (the top layer, so also inside a modal dialog), closed by Escape, and the pointer may
 * rest on it (WCAG 1.4.13). Drawn by hand because a library's part would weigh more than the screen it is on.
 */
export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const closing = useRef<number>(undefined);

  const stay = useCallback(() => window.clearTimeout(closing.current), []);
  const close = useCallback(() => {
    stay();
    setAnchor(null);
  }, [stay]);
  const closeSoon = useCallback(
    (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'touch') {
        closing.current = window.setTimeout(close, CROSSING_MS);
      }
    },
    [close],
  );
  useEffect(() => stay, [stay]);

  const trigger: TooltipTrigger = {
    'aria-describedby': anchor ? id : undefined,
    onPointerEnter: (event) => {
      stay();
      setAnchor(event.currentTarget);
    },
    onPointerLeave: closeSoon,
    onFocus: (event) => {
      if (event.currentTarget.matches(':focus-visible')) {
        setAnchor(event.currentTarget);
      }
    },
    onBlur: close,
  };

  return (
    <>
      {children(trigger)}
      {anchor ? (
        <TooltipPopup id={id} anchor={anchor} side={side} onClose={close} onEnter={stay} onLeave={closeSoon}>
          {content}
        </TooltipPopup>
      ) : null}
    </>
  );
}

interface TooltipPopupProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly side: Side;
  readonly onClose: () => void;
  readonly onEnter: () => void;
  readonly onLeave: (event: PointerEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

function TooltipPopup({ id, anchor, side, onClose, onEnter, onLeave, children }: TooltipPopupProps) {
  const popup = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) {
      return;
    }
    element.showPopover();
    const { left, top } = placeBeside(anchor.getBoundingClientRect(), element.getBoundingClientRect(), side, {
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, side]);

  useEffect(() => {
    const end = new AbortController();
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    const closeOnPress = (event: Event) => {
      if (!(event.target instanceof Node && popup.current?.contains(event.target))) {
        onClose();
      }
    };
    document.addEventListener('keydown', closeOnEscape, end);
    document.addEventListener('pointerdown', closeOnPress, end);
    document.addEventListener('scroll', onClose, { ...end, capture: true, signal: end.signal });
    return () => end.abort();
  }, [onClose]);

  return (
    <div
      ref={popup}
      id={id}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 w-max max-w-72 rounded-md border border-line bg-ink px-2 py-1 text-left text-surface text-xs shadow-float"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {children}
    </div>
  );
}
