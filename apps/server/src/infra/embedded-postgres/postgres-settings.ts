import type { PostgresSettings } from './postmaster.ts';

/** Settings that are passed on the command line, so that they always match this version. */
export const embeddedSettings: PostgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'halyard',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '[%p] ',
  log_checkpoints: 'off',
  // Statement errors reach their caller; in the log they could contain personal data.
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};
