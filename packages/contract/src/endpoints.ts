import {
  changePassword,
  completePasswordReset,
  disableTwoFactor,
  endAccountSession,
  endOtherAccountSessions,
  initiatePasswordReset,
  listAccountSessions,
  regenerateBackupCodes,
  replaceAuthenticator,
  setUpReplacement,
  validatePasswordReset,
} from './account.ts';
import { listOrders, readOrder } from './admin-orders.ts';
import { listTransactions } from './admin-transactions.ts';
import { listAuditLogs, readAuditLog } from './audit-logs.ts';
import { readAuditProof, readAuditSeal } from './audit-proof.ts';
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
import { listExceptions, reopenException, resolveException } from './exceptions.ts';
import { downloadExport, startExport } from './exports.ts';
import { findRecords } from './find.ts';
import { readGettingStarted } from './getting-started.ts';
import { createInvitation, listInvitations, resendInvitation, revokeInvitation } from './invitations.ts';
import { listMerchants, readMerchant } from './merchants.ts';
import { readOverview, readRevenue, readSeries } from './overview.ts';
import {
  feedCredentials,
  feedMerchants,
  feedOrders,
  feedUsers,
  readUserAccess,
  redeemInvitation,
} from './platform-feed.ts';
import { feedAuditLogs } from './platform-feed-audit-logs.ts';
import { readFedDays, readFedRecord } from './platform-feed-records.ts';
import { feedWalletLocks, feedWallets, feedWalletTransactions } from './platform-feed-wallets.ts';
import { readStats } from './stats.ts';
import { readSystem } from './system.ts';
import { readMerchantTimeline, readOrderTimeline, readUserTimeline } from './timeline.ts';
import {
  blockUser,
  listUserAuditLogs,
  listUserMerchants,
  listUsers,
  previewBlock,
  previewServiceFee,
  readUser,
  readUserSettings,
  unblockUser,
  updateUserSettings,
} from './users.ts';
import {
  backUpWallet,
  listInboundWallets,
  listOutboundWallets,
  listWalletTransactions,
  readWallet,
  refreshOutboundWallets,
  refreshWallet,
} from './wallets.ts';

const DECLARED = [
  csrfCookie,
  login,
  logout,
  me,
  readTwoFactorStatus,
  setUpTwoFactor,
  enableTwoFactor,
  verifyTwoFactor,
  setUpReplacement,
  replaceAuthenticator,
  disableTwoFactor,
  regenerateBackupCodes,
  changePassword,
  initiatePasswordReset,
  validatePasswordReset,
  completePasswordReset,
  listAccountSessions,
  endAccountSession,
  endOtherAccountSessions,
  readOverview,
  readRevenue,
  readSeries,
  readStats,
  readGettingStarted,
  readSystem,
  listUsers,
  readUser,
  readUserSettings,
  updateUserSettings,
  previewServiceFee,
  previewBlock,
  blockUser,
  unblockUser,
  listUserMerchants,
  listUserAuditLogs,
  readUserTimeline,
  listMerchants,
  readMerchant,
  readMerchantTimeline,
  listOrders,
  readOrder,
  readOrderTimeline,
  listExceptions,
  resolveException,
  reopenException,
  listTransactions,
  findRecords,
  listInvitations,
  createInvitation,
  revokeInvitation,
  resendInvitation,
  listOutboundWallets,
  refreshOutboundWallets,
  listInboundWallets,
  readWallet,
  refreshWallet,
  listWalletTransactions,
  backUpWallet,
  listAuditLogs,
  readAuditLog,
  readAuditSeal,
  readAuditProof,
  startExport,
  downloadExport,
  feedUsers,
  feedMerchants,
  feedOrders,
  feedCredentials,
  feedWallets,
  feedWalletLocks,
  feedWalletTransactions,
  feedAuditLogs,
  readFedDays,
  readFedRecord,
  readUserAccess,
  redeemInvitation,
] as const;

/** All endpoints of both APIs, in the order of the documentation. */
export const ENDPOINTS: readonly Endpoint[] = DECLARED;

export type DeclaredEndpoint = (typeof DECLARED)[number];
