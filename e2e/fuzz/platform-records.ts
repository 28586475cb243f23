import type {
  FeedCredential,
  FeedMerchant,
  FeedOrder,
  FeedUser,
} from '../../packages/contract/src/platform-feed.ts';
import { knownUuid } from './known-uuids.ts';

const CREATED_AT = '2026-01-02T00:00:00.000Z';
/** Users that have merchants. */
const OWNERS = 10;

/** Batches of records that refer to each other, by path. */
export function platformRecords(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return {
    '/users': {
      users: numbers.map(
        (number): FeedUser => ({
          uuid: knownUuid(number),
          email: `user${number}@example.com`,
          name: `User ${number}`,
          createdAt: CREATED_AT,
        }),
      ),
    },
    '/merchants': {
      merchants: numbers.map(
        (number): FeedMerchant => ({
          uuid: knownUuid(number),
          userUuid: knownUuid((number % OWNERS) + 1),
          name: `Shop ${number}`,
          website: null,
          createdAt: CREATED_AT,
        }),
      ),
    },
    '/orders': {
      orders: numbers.map(
        (number): FeedOrder => ({
          uuid: knownUuid(number),
          merchantUuid: knownUuid(number),
          merchantOrderId: `A-${number}`,
          status: 'pending',
          network: 'TRON',
          testnet: false,
          currency: 'USDT',
          amount: '100',
          amountUsd: '100.00',
          createdAt: CREATED_AT,
        }),
      ),
    },
    '/credentials': {
      credentials: numbers.map(
        (number): FeedCredential => ({
          uuid: knownUuid(number),
          userUuid: knownUuid(number),
          kind: 'session',
          createdAt: CREATED_AT,
        }),
      ),
    },
  };
}
