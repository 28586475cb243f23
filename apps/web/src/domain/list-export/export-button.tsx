import type { ExportRequest } from '@halyard/contract/exports';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ExportDialog } from './export-dialog.tsx';

interface ExportButtonProps {
  readonly request: ExportRequest;
  /** How many rows the file will have; undefined while that is not known. */
  readonly total: number | undefined;
  /** What narrows the list down, to follow its noun: `whose name or email contains “ada”`. */
  readonly narrowedBy: string | undefined;
}

/** Writes a list with its filters, not only the page in sight, into a file. */
export function ExportButton({ request, total, narrowedBy }: ExportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" disabled={!total} onClick={() => setOpen(true)}>
        <span className="drawn-icon drawn-download inline-flex before:size-4" />
        {request.of === 'audit-logs' ? 'Export' : 'Export CSV'}
      </Button>
      {open && total !== undefined ? (
        <ExportDialog
          request={request}
          total={total}
          narrowedBy={narrowedBy}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
