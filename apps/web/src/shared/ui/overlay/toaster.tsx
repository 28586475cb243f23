import { TOAST } from '@halyard/contract/constants';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import { cutText } from '../../format/cut-text.ts';
import 'sonner/dist/styles.css';
import './toaster.css';

export type ToastKind = 'success' | 'error' | 'info' | 'warning' | 'loading';

export interface ToastOptions {
  readonly description?: string;
}

/** So long a dialog may take to make way for the next, and a screen reader to notice a region. */
const LISTENING_MS = 150;

/** UTF-16 units: about ten lines. */
const TEXT_MAX = 400;

let layer: HTMLElement | undefined;
let covering: number | undefined;

/** Where a mouse was seen last; undefined where there is none, or a finger since. */
let mouse: { readonly x: number; readonly y: number } | undefined;

/** For so long what lies below a toast that has come under a mouse can be pressed again. */
const PRESS_AGAIN_MS = 1_000;

/** Where toasts appear, measured from the lower right, with all that lies between them and the edges. */
const CORNER = { widthPx: TOAST.widthPx + 48, heightPx: 480 };

/**
 * The toasts' own root, in the browser's top layer, where a modal dialog cannot cover it. Its widths, times
 * and distances are sonner's own and the specification's.
 */
function openLayer(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'toast-layer';
  element.popover = 'manual';
  document.body.append(element);
  const options = { capture: true, passive: true };
  document.addEventListener('pointermove', (event) => followPointer(element, event), options);
  document.addEventListener('pointerdown', (event) => followPointer(element, event), options);
  for (const type of ['mouseover', 'mousemove', 'mouseout'] as const) {
    document.addEventListener(type, (event) => ignoreRest(element, event), options);
  }
  createRoot(element).render(
    <Toaster
      theme="light"
      position="bottom-right"
      duration={TOAST.durationMs}
      visibleToasts={TOAST.visibleMax}
      gap={TOAST.gapPx}
      offset={24}
      mobileOffset={16}
    />,
  );
  return element;
}

/** A mouse that has moved may hover over the toasts and swipe them away. */
function followPointer(element: HTMLElement, { type, pointerType, clientX: x, clientY: y }: PointerEvent) {
  const hasMouse = pointerType === 'mouse';
  const rests = type === 'pointerdown' || (mouse?.x === x && mouse.y === y);
  if (!hasMouse || !rests) {
    delete element.dataset['resting'];
  }
  mouse = hasMouse ? { x, y } : undefined;
}

/** Browsers tell a mouse that rests of what comes to lie under it; a toast would wait for it to leave. */
function ignoreRest(element: HTMLElement, event: MouseEvent) {
  const entered = event.type === 'mouseout' ? event.relatedTarget : event.target;
  if ('resting' in element.dataset && entered instanceof Node && element.contains(entered)) {
    event.stopPropagation();
  }
}

/** A toast that comes to lie under a mouse that rests is not hovered over: what was there can be pressed again. */
function letRest(element: HTMLElement) {
  const isInCorner =
    mouse !== undefined && mouse.x > innerWidth - CORNER.widthPx && mouse.y > innerHeight - CORNER.heightPx;
  if (isInCorner && !element.matches(':hover')) {
    element.dataset['resting'] = 'below';
    clearTimeout(covering);
    covering = window.setTimeout(() => {
      if ('resting' in element.dataset) {
        element.dataset['resting'] = 'above';
      }
    }, PRESS_AGAIN_MS);
  }
}

/** Puts the layer above everything that was opened since. Older browsers have no top layer to put it into. */
function raise(element: HTMLElement) {
  if (!('showPopover' in element)) {
    return;
  }
  if (element.matches(':popover-open')) {
    if (!document.querySelector('dialog:modal')) {
      return;
    }
    element.hidePopover();
  }
  element.showPopover();
}

/** A modal dialog makes the toasts inert, and a screen reader deaf to them: it hears them from within the dialog. */
function tellWithinDialog(words: string) {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (!dialog) {
    return;
  }
  const region = document.createElement('p');
  region.setAttribute('aria-live', 'polite');
  region.className = 'sr-only';
  // Closed: what looks for text in the page, as tests do, is to find the toast alone.
  const text = region.attachShadow({ mode: 'closed' });
  dialog.append(region);
  // A region speaks of what changes after it is there.
  setTimeout(() => text.append(words), LISTENING_MS);
  setTimeout(() => region.remove(), TOAST.durationMs);
}

/** What a server says may be of any length. */
function shortened(text: string | undefined): string | undefined {
  return text && text.length > TEXT_MAX ? `${cutText(text, TEXT_MAX)}…` : text;
}

export function showToast(id: number, kind: ToastKind, title: string, options?: ToastOptions): void {
  layer ??= openLayer();
  raise(layer);
  letRest(layer);
  const [name, more] = [title, options?.description].map(shortened);
  toast[kind](name, { id, description: more });
  const words = [name, more].filter(Boolean).join('. ');
  setTimeout(() => tellWithinDialog(words), LISTENING_MS);
}

export function dismissToast(id: number): void {
  toast.dismiss(id);
}
