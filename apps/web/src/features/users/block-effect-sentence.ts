import type { BlockEffect } from '@halyard/contract/users';
import { formatCount } from '../../shared/format/format-number.ts';

/** Describes what a block ends. Open orders can still be paid. */
export function blockEffectSentence({ sessions, apiKeys, merchants, openOrders }: BlockEffect): string {
  const ended = [
    sessions > 0 && `ends ${counted(sessions, 'session')}`,
    apiKeys > 0 && `revokes ${counted(apiKeys, 'API key')}`,
  ].filter(Boolean);
  const sentences = [
    ended.length > 0 && `It ${ended.join(' and ')}.`,
    merchants > 0 && `${counted(merchants, 'merchant')} can't take new orders.`,
    openOrders > 0 && `${counted(openOrders, 'open order')} can still be paid.`,
  ].filter(Boolean);
  return sentences.join(' ') || 'This user has no active sessions, API keys, merchants or open orders.';
}

/** Returns `3 sessions` or `1 API key`. */
function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
