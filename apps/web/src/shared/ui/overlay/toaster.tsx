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

/** Time for one dialog to replace another, and for a screen reader to notice a new live region. */
const LISTENING_MS = 150;

/** Pixels from the bottom edge that three toasts of two lines take. */
const TOASTS_HEIGHT = 280;

/** UTF-16 units, about ten lines. */
const TEXT_MAX = 400;

let layer: HTMLElement | undefined;
/** Of the toasts that are shown. */
let position: 'top-right' | 'bottom-right' = 'bottom-right';

/** Creates a React root in the top layer, so that modal dialogs do not cover toasts (specification, section 9). */
function openLayer(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'toast-layer';
  element.popover = 'manual';
  document.body.append(element);
  createRoot(element).render(
    <Toaster
      theme="light"
      position="bottom-right"
      duration={TOAST.durationMs}
      visibleToasts={TOAST.visibleMax}
      gap={TOAST.gapPx}
      // At the top, toasts stay below the header.
      offset={{ top: 64, right: 24, bottom: 24, left: 24 }}
      mobileOffset={{ top: 64, right: 16, bottom: 16, left: 16 }}
    />,
  );
  return element;
}

function raise(element: HTMLElement) {
  if (element.matches(':popover-open')) {
    if (!document.querySelector('dialog:modal')) {
      return;
    }
    element.hidePopover();
  }
  element.showPopover();
}

/** A modal dialog makes toasts inert, so this announces the text in a live region inside the dialog. */
function tellWithinDialog(words: string) {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (!dialog) {
    return;
  }
  const region = document.createElement('p');
  region.setAttribute('aria-live', 'polite');
  region.className = 'sr-only';
  // A closed shadow root, so that tests and browser search find the text only once.
  const text = region.attachShadow({ mode: 'closed' });
  dialog.append(region);
  // Screen readers announce only changes to an existing region.
  setTimeout(() => text.append(words), LISTENING_MS);
  setTimeout(() => region.remove(), TOAST.durationMs);
}

/** Truncates server text, which may be of any length. */
function shortened(text: string | undefined): string | undefined {
  return text && text.length > TEXT_MAX ? `${cutText(text, TEXT_MAX)}…` : text;
}

/** Whether toasts at the bottom would cover the row that the user acted on. */
function isActingNearToasts(): boolean {
  const row = document.activeElement?.closest('tr')?.getBoundingClientRect();
  return row !== undefined && row.bottom > window.innerHeight - TOASTS_HEIGHT;
}

export function showToast(id: number, kind: ToastKind, title: string, options?: ToastOptions): void {
  layer ??= openLayer();
  raise(layer);
  // One corner at a time, because sonner limits how many are visible in each.
  if (toast.getToasts().length === 0) {
    position = isActingNearToasts() ? 'top-right' : 'bottom-right';
  }
  const [name, more] = [title, options?.description].map(shortened);
  toast[kind](name, { id, description: more, position });
  const words = [name, more].filter(Boolean).join('. ');
  setTimeout(() => tellWithinDialog(words), LISTENING_MS);
}

export function dismissToast(id: number): void {
  toast.dismiss(id);
}
