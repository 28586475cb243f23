import {
  csrfCookie,
  enableTwoFactor,
  login,
  logout,
  me,
  readTwoFactorStatus,
  setUpTwoFactor,
  verifyTwoFactor,
} from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { readOverview } from './overview.ts';
import { feedMerchants, feedOrders, feedUsers } from './platform-feed.ts';
import { listUsers } from './users.ts';

/** Every call of both APIs, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = [
  csrfCookie,
  login,
  logout,
  me,
  readTwoFactorStatus,
  setUpTwoFactor,
  enableTwoFactor,
  verifyTwoFactor,
  readOverview,
  listUsers,
  feedUsers,
  feedMerchants,
  feedOrders,
];
