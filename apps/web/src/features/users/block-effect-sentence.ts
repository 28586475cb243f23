import type { BlockEffect } from '@halyard/contract/users';
import { formatCount } from '../../shared/format/format-number.ts';

/** Describes what a block ends. Open orders can still be paid. */
export function blockEffectSentence({ sessions, apiKeys, merchants, openOrders }: BlockEffect): string {
  const ended = [counted(sessions, 'session'), counted(apiKeys, 'API key')].filter(Boolean).join(' and ');
  const sentences = [
    ended && `This ends ${ended}.`,
    merchants > 0 && `${counted(merchants, 'merchant')} can take no new orders.`,
    openOrders > 0 && `${counted(openOrders, 'open order')} can still be paid.`,
  ].filter(Boolean);
  return sentences.join(' ') || 'This user has no active sessions, API keys, merchants or open orders.';
}

/** Returns `3 sessions` or `1 API key`, and an empty text for zero. */
function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
