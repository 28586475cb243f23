import { FAILURE, NEVER, type Scene, showsHeading, showsText } from './scene.ts';
import { openRow } from './screens.ts';

/** The audit log and its drawer. */
export const AUDIT_SCENES: readonly Scene[] = [
  { name: 'audit-logs', path: '/audit-logs', act: showsText('Showing 1 to 20 of 61') },
  {
    name: 'audit-logs-filtered',
    path: '/audit-logs?actionCategory=wallet_operation&resourceType=wallet&status=success&last=30d',
    act: showsText('Clear all'),
  },
  {
    name: 'audit-logs-days',
    path: '/audit-logs?from=2025-01-01&to=2030-12-31&actorType=admin',
    act: showsText('Jan 1, 2025'),
  },
  {
    name: 'audit-log',
    path: '/audit-logs',
    act: async (page) => {
      await openRow(page, 'User blocked');
      await showsText('Chain said no')(page);
    },
  },
  {
    name: 'audit-logs-loading',
    path: '/audit-logs',
    answers: { 'GET /audit-logs': NEVER },
    act: showsHeading('Audit Logs'),
  },
  {
    name: 'audit-logs-failed',
    path: '/audit-logs',
    answers: { 'GET /audit-logs': FAILURE },
    act: showsText('Failed to load audit logs'),
  },
  {
    name: 'audit-logs-none-yet',
    path: '/audit-logs',
    answers: { 'GET /audit-logs': { body: { logs: [], totalCount: 0 } } },
    act: showsText('No audit logs yet'),
  },
  {
    name: 'audit-logs-none-found',
    path: '/audit-logs?action=no.such.act',
    act: showsText('No audit logs found'),
  },
];
