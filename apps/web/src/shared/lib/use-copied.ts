import { COPIED_INDICATOR_MS } from '@halyard/contract/constants';
import { useEffect, useRef, useState } from 'react';

/** Whether something was copied within the last two seconds, and what is called when it is. */
export function useCopied(): readonly [copied: boolean, onCopied: () => void] {
  const [copied, setCopied] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function onCopied() {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setCopied(false), COPIED_INDICATOR_MS);
    setCopied(true);
  }
  return [copied, onCopied];
}
