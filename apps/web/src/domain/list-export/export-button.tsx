import type { ExportRequest } from '@halyard/contract/exports';
import { Download } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';

const loadDialog = () => import('./export-dialog.tsx').then(({ ExportDialog }) => ExportDialog);

interface ExportButtonProps {
  readonly request: ExportRequest;
  /** Number of rows in the file; undefined while unknown. */
  readonly total: number | undefined;
  /** The filter, as it follows the noun: `whose name or email contains “ada”`. */
  readonly narrowedBy: string | undefined;
}

/** Exports a list with its filters, not only the current page. */
export function ExportButton({ request, total, narrowedBy }: ExportButtonProps) {
  const { Dialog, open, close, prefetch } = useLazyDialog(loadDialog);

  return (
    <>
      <Button
        variant="secondary"
        disabled={!total}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={open}
      >
        <Download className="size-4" />
        {request.of === 'audit-logs' ? 'Export' : 'Export CSV'}
      </Button>
      {Dialog && total !== undefined ? (
        <Dialog request={request} total={total} narrowedBy={narrowedBy} onClose={close} />
      ) : null}
    </>
  );
}
