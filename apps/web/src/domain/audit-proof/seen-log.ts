import type { SeenLog } from '@halyard/audit-proof/check-page';

const STORAGE_KEY = 'audit-log-seen';
const HASH = /^[\da-f]{64}$/;

export function seenLog(): SeenLog | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return isSeenLog(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a sealed log unless another tab stored a later one. */
export function rememberLog(seen: SeenLog): void {
  if ((seenLog()?.size ?? 0) <= seen.size) {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(seen));
    } catch {
      // Without storage, each page is checked on its own.
    }
  }
}

/** Removes the stored log, so that the next one is trusted. */
export function forgetLog(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage, there is nothing to remove.
  }
}

function isSeenLog(value: unknown): value is SeenLog {
  const { size, root, publicKey } = (value ?? {}) as Partial<SeenLog>;
  const isHash = (text: unknown) => typeof text === 'string' && HASH.test(text);
  return Number.isSafeInteger(size) && isHash(root) && isHash(publicKey);
}
