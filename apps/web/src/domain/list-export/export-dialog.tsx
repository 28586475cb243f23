import type { AuditExportFormat, ExportRequest, ExportTicket } from '@halyard/contract/exports';
import { useState } from 'react';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { parseUrl } from '../../shared/format/parse-url.ts';
import { startDownload } from '../../shared/lib/start-download.ts';
import { refusalReason } from '../../shared/query/announce-failure.ts';
import { useAct } from '../../shared/query/use-act.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { useApi } from '../session/use-api.ts';
import { AuditFormatField, FORMAT_NAMES } from './audit-format-field.tsx';

interface ExportDialogProps {
  readonly request: ExportRequest;
  readonly total: number;
  readonly narrowedBy: string | undefined;
  readonly onClose: () => void;
}

export function ExportDialog({ request, total, narrowedBy, onClose }: ExportDialogProps) {
  const api = useApi();
  const [failure, setFailure] = useState<string>();
  const [format, setFormat] = useState<AuditExportFormat>('csv');
  const isLog = request.of === 'audit-logs';
  const things = isLog ? 'entries' : request.of;
  const noun = total === 1 ? things.replace(/(ie)?s$/, (end) => (end === 's' ? '' : 'y')) : things;
  const kind = FORMAT_NAMES[format];
  const { pending, run } = useAct(async () => {
    const { address } = await api.post('/exports', {
      body: request.of === 'audit-logs' ? { ...request, format } : request,
      accepts: isOwnAddress,
    });
    startDownload(address);
  });

  async function download() {
    setFailure(undefined);
    const outcome = await run();
    if (outcome.kind === 'done') {
      onClose();
    } else if (outcome.kind === 'failed') {
      setFailure(`Couldn't prepare the file. ${refusalReason(outcome.error) ?? ''}`.trim());
    }
  }

  return (
    <Dialog
      title={`Export ${formatCount(total)} ${isLog ? 'audit log ' : ''}${noun}`}
      onCancel={() => pending || onClose()}
    >
      <p className="-mt-3 text-base text-ink-quiet [overflow-wrap:anywhere]">
        {`Includes ${total === 1 ? 'the' : 'all'} ${formatCount(total)} ${noun}${narrowedBy === undefined ? '' : ` ${narrowedBy}`}${total === 1 ? '' : ', not just this page'}. This export is recorded in the audit log.`}
      </p>
      {request.of === 'audit-logs' ? <AuditFormatField format={format} onChange={setFormat} /> : null}
      <p role="alert" className="mt-3 text-bad text-sm empty:hidden">
        {failure}
      </p>
      <ButtonRow reversed className="mt-5">
        <Button size="lg" busy={pending} onClick={download}>
          {`Download ${kind}`}
        </Button>
        <Button variant="secondary" size="lg" disabled={pending} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </Dialog>
  );
}

/** Accepts only download URLs of this site. */
function isOwnAddress(body: unknown): boolean {
  const { address } = fieldsOf<ExportTicket>(body);
  return typeof address === 'string' && parseUrl(address, location.href)?.origin === location.origin;
}
