import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Side } from '../../lib/place-beside.ts';
import { usePopover } from './use-popover.ts';

/** Time for the pointer to reach the tooltip. */
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
  readonly children: (trigger: TooltipTrigger) => ReactNode;
}

interface Shown {
  readonly anchor: HTMLElement;
  /** Whether the pointer is on neither the trigger nor the tooltip. */
  readonly leaving: boolean;
}

/** Opens on hover or keyboard focus, closes on Escape, and stays open under the pointer (WCAG 1.4.13). */
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

function TooltipPopup({ id, side, shown, onShown, onLeave, children }: TooltipPopupProps) {
  const { anchor, leaving } = shown;
  const popup = useRef<HTMLDivElement>(null);
  usePopover(popup, { anchor, side, sharesEscape: true, onClose: () => onShown(undefined) });

  useEffect(() => {
    if (leaving) {
      const closing = window.setTimeout(() => onShown(undefined), CROSSING_MS);
      return () => window.clearTimeout(closing);
    }
    return undefined;
  }, [leaving, onShown]);

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
