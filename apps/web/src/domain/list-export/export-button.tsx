import type { ExportRequest } from '@halyard/contract/exports';
import { Button } from '../../shared/ui/button.tsx';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';

const loadDialog = () => import('./export-dialog.tsx').then(({ ExportDialog }) => ExportDialog);

interface ExportButtonProps {
  readonly request: ExportRequest;
  /** How many rows the file will have; undefined while that is not known. */
  readonly total: number | undefined;
  /** What narrows the list down, to follow its noun: `whose name or email contains “ada”`. */
  readonly narrowedBy: string | undefined;
}

/** Writes a list with its filters, not only the page in sight, into a file. */
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
        <span className="drawn-icon drawn-download inline-flex" />
        {request.of === 'audit-logs' ? 'Export' : 'Export CSV'}
      </Button>
      {Dialog && total !== undefined ? (
        <Dialog request={request} total={total} narrowedBy={narrowedBy} onClose={close} />
      ) : null}
    </>
  );
}
