import { COPIED_INDICATOR_MS } from '@halyard/contract/constants';
import { useState } from 'react';

/** Sets `copied` for two seconds. */
export function useCopied(): readonly [copied: boolean, onCopied: () => void] {
  const [last, setLast] = useState<symbol>();

  function onCopied() {
    const copy = Symbol();
    setLast(copy);
    setTimeout(() => setLast((held) => (held === copy ? undefined : held)), COPIED_INDICATOR_MS);
  }
  return [last !== undefined, onCopied];
}
