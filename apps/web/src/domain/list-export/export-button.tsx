import type { ExportRequest } from '@halyard/contract/exports';
import { Download } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';

const loadDialog = () => import('./export-dialog.tsx').then(({ ExportDialog }) => ExportDialog);

interface ExportButtonProps {
  readonly request: ExportRequest;
  readonly total: number | undefined;
  /** The filter as a phrase: `whose name or email contains “ada”`. */
  readonly narrowedBy: string | undefined;
}

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
