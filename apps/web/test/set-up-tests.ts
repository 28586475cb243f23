import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, vi } from 'vitest';

/** Long enough for a busy machine; nobody waits for it where all is well. */
const PATIENCE_MS = 5_000;

configure({ asyncUtilTimeout: PATIENCE_MS });

// Toasts live outside the tree that a test renders, and take a moment to go.
afterEach(async () => {
  cleanup();
  if (typeof document !== 'undefined' && document.querySelector('[data-sonner-toast]')) {
    toast.dismiss();
    await vi.waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull(), PATIENCE_MS);
  }
});
