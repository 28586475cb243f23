import type { BlockEffect } from '@halyard/contract/users';
import { formatCount } from '../../shared/format/format-number.ts';

/** What blocking ends and stops, in numbers: `It ends 3 sessions and 1 API key, stops 2 merchants and 4 open orders.` */
export function blockEffectSentence({ sessions, apiKeys, merchants, openOrders }: BlockEffect): string {
  const ended = counted([sessions, 'session'], [apiKeys, 'API key']);
  const stopped = counted([merchants, 'merchant'], [openOrders, 'open order']);
  const acts = [ended && `ends ${ended}`, stopped && `stops ${stopped}`].filter(Boolean);
  return acts.length > 0
    ? `It ${acts.join(', ')}.`
    : 'There are no sessions or API keys to end, and no merchants or open orders to stop.';
}

/** `3 sessions and 1 API key`; what there is none of is left out. */
function counted(...things: readonly (readonly [number, string])[]): string {
  return things
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`)
    .join(' and ');
}
