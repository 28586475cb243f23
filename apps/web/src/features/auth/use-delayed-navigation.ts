import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

interface DelayedNavigation {
  readonly to: '/login' | '/forgot-password';
  readonly when: boolean;
  readonly delayMs: number;
}

/** Navigates after a delay, and replaces the current history entry. */
export function useDelayedNavigation({ to, when, delayMs }: DelayedNavigation): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!when) {
      return undefined;
    }
    const timer = setTimeout(() => void navigate({ to, replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [to, when, delayMs, navigate]);
}
