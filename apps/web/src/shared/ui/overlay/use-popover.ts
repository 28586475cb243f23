import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { placeBeside, type Side } from '../../lib/place-beside.ts';

interface PopoverOptions {
  readonly anchor: HTMLElement;
  readonly side: Side;
  /** Clicks on it do not close the popover. */
  readonly toggle?: HTMLElement;
  /** Whether an Escape that closes the popover also reaches the dialog or panel below. */
  readonly sharesEscape?: boolean;
  readonly onClose: () => void;
}

/** Keeps a native popover next to its anchor. Escape, a click elsewhere, and scrolling out of view close it. */
export function usePopover(
  popover: RefObject<HTMLElement | null>,
  { anchor, side, toggle, sharesEscape = false, onClose }: PopoverOptions,
): void {
  const close = useEffectEvent(onClose);

  useLayoutEffect(() => {
    popover.current?.showPopover();
    if (popover.current) {
      place(popover.current, anchor, side);
    }
  }, [popover, anchor, side]);

  useEffect(() => {
    const listening = new AbortController();
    const isInside = ({ target }: Event) =>
      target instanceof Node && (popover.current?.contains(target) || toggle?.contains(target));
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        if (!sharesEscape) {
          // The dialog or panel below stays open until the next Escape.
          event.preventDefault();
        }
        close();
      }
    };
    const follow = (event: Event) => {
      if (popover.current && isInView(anchor)) {
        place(popover.current, anchor, side);
      } else if (!isInside(event)) {
        close();
      }
    };
    const capture = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', closeOnEscape, capture);
    document.addEventListener('pointerdown', (event) => isInside(event) || close(), listening);
    document.addEventListener('scroll', follow, capture);
    addEventListener('resize', follow, listening);
    return () => listening.abort();
  }, [popover, anchor, side, toggle, sharesEscape]);
}

function place(popover: HTMLElement, anchor: HTMLElement, side: Side): void {
  const { clientWidth, clientHeight } = document.documentElement;
  // A tooltip beside a text of the page does not cover the panel next to it.
  const around = side === 'beside' ? anchor.closest('main, dialog')?.getBoundingClientRect() : undefined;
  const { left, top } = placeBeside(anchor.getBoundingClientRect(), popover.getBoundingClientRect(), side, {
    width: Math.min(around?.right ?? clientWidth, clientWidth),
    height: clientHeight,
  });
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}

/** Whether the anchor is inside the window and not covered by a sticky header. */
function isInView(anchor: HTMLElement): boolean {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return anchor.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
