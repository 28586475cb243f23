import { cleanup, configure, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect } from 'vitest';

// React's development build takes a stack for every element that it makes: of 100 frames, as Vitest has them, that is
// half the time of a test. The first few lead to the line that failed.
Error.stackTraceLimit = 5;

// Enough on a busy machine; nobody waits so long where all is well.
configure({ asyncUtilTimeout: 15_000 });

// happy-dom has no popovers. Browser tests check that they cover everything else.
if (typeof HTMLElement !== 'undefined') {
  HTMLElement.prototype.showPopover ??= () => undefined;
}

// Toasts live outside the tree that a test renders, and take a moment to go.
afterEach(async () => {
  cleanup();
  if (typeof document !== 'undefined' && document.querySelector('[data-sonner-toast]')) {
    toast.dismiss();
    await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
  }
});
