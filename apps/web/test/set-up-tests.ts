import { cleanup, configure, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, expect } from 'vitest';

// React's development build takes a stack per element. With Vitest's 100 frames, that is half of a test's time.
Error.stackTraceLimit = 5;

// Enough on a busy machine. Passing tests take far less.
configure({ asyncUtilTimeout: 15_000 });

// happy-dom has no popovers. Browser tests cover them.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.showPopover ??= () => undefined;
}

// Toasts are outside the rendered tree and disappear with a delay.
afterEach(async () => {
  cleanup();
  if (typeof document !== 'undefined' && document.querySelector('[data-sonner-toast]')) {
    toast.dismiss();
    await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
  }
});

// Timers of the page must not run once its document is gone.
afterAll(() => {
  if (typeof window !== 'undefined') {
    window.dispatchEvent(new Event('pagehide'));
  }
});
