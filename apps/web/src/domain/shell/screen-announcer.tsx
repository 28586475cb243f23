import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { MenuItem } from './menu-item.ts';

interface ScreenAnnouncerProps {
  readonly menu: readonly MenuItem[];
}

/** Announces a new screen to screen readers. The document title announces the first one. */
export function ScreenAnnouncer({ menu }: ScreenAnnouncerProps) {
  const path = useLocation({ select: (location) => location.pathname });
  const [last, setLast] = useState({ path, hasMoved: false });
  if (last.path !== path) {
    setLast({ path, hasMoved: true });
  }
  const screen = menu.find((item) => item.path === path);
  return (
    <p aria-live="polite" className="sr-only">
      {last.hasMoved ? screen?.name : null}
    </p>
  );
}
