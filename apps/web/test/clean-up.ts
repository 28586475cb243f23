import { cleanup } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, vi } from 'vitest';

// Toasts live outside the tree that a test renders, and take a moment to go.
afterEach(async () => {
  cleanup();
  if (typeof document !== 'undefined' && document.querySelector('[data-sonner-toast]')) {
    toast.dismiss();
    await vi.waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toBeNull());
  }
});
