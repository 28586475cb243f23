import { toHex } from '@halyard/audit-proof/bytes';
import { canonicalJson } from '@halyard/audit-proof/canonical-json';
import { contentOfRow } from '../../../infra/audit/entry/stored-entry.ts';
import { BYTE_ORDER_MARK, type Cell, csvLines } from '../csv-lines.ts';
import type { AuditFormat } from './audit-format.ts';

/** Headings and their table columns, in file order, after number, time and source. */
const COLUMNS: Readonly<Record<string, string>> = {
  Action: 'action',
  Category: 'action_category',
  Description: 'description',
  Status: 'status',
  'Actor Type': 'actor_type',
  'Actor ID': 'actor_id',
  'Actor Email': 'actor_email',
  'Resource Type': 'resource_type',
  'Resource ID': 'resource_id',
  'Resource Identifier': 'resource_identifier',
  'Request ID': 'request_id',
  'IP Address': 'ip_address',
  'User Agent': 'user_agent',
  'Error Message': 'error_message',
  Metadata: 'metadata',
  Changes: 'changes',
  'Occurred At': 'occurred_at',
  'Service Key ID': 'service_key_id',
  ID: 'id',
};

/** Who recorded an entry: its texts are the platform's own, and may resemble ours. */
const sourceOf = (serviceKeyId: unknown): string => (serviceKeyId === null ? 'Dashboard' : 'Platform');

/** Escapes formulas for spreadsheets. Only the JSON Lines format can be verified. */
export const auditCsv: AuditFormat = {
  begin: async () =>
    BYTE_ORDER_MARK +
    csvLines([['Number', 'Time', 'Source', ...Object.keys(COLUMNS), 'Previous Hash', 'Hash']]),
  step: async (_audit, rows) =>
    csvLines(
      rows.map((row) => {
        const content = contentOfRow(row);
        const cells = Object.values(COLUMNS).map((column): Cell => {
          const value = content[column] ?? null;
          return typeof value === 'object' && value !== null ? canonicalJson(value) : toCell(value);
        });
        const head = [row.sequence, row.created_at, sourceOf(row.service_key_id)];
        return [...head, ...cells, toHex(row.previous_hash), toHex(row.hash)];
      }),
    ),
  end: () => '',
};

function toCell(value: string | number | boolean | null): Cell {
  return typeof value === 'boolean' ? String(value) : value;
}
