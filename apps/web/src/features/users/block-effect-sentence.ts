import type { BlockEffect } from '@halyard/contract/users';
import { formatCount } from '../../shared/format/format-number.ts';

/** Says what a block ends and what goes on. Open orders can still be paid. */
export function blockEffectSentence({ sessions, apiKeys, merchants, openOrders }: BlockEffect): string {
  const ended = [counted(sessions, 'session'), counted(apiKeys, 'API key')].filter(Boolean).join(' and ');
  const sentences = [
    ended && `This ends ${ended}.`,
    merchants > 0 && `${counted(merchants, 'merchant')} can take no new orders.`,
    openOrders > 0 && `${counted(openOrders, 'open order')} can still be paid.`,
  ].filter(Boolean);
  return sentences.join(' ') || 'This user has no active sessions, API keys, merchants or open orders.';
}

/** `3 sessions`, `1 API key`; empty for zero. */
function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
