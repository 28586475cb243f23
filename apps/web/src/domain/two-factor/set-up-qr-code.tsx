import { QR_CODE } from '@halyard/contract/constants';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { Spinner } from '../../shared/ui/spinner.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../shared/ui/qr-code.tsx')).QrCode }));

/** Renders the QR code. Reserves its space while the library loads. */
export function SetUpQrCode({ otpUrl }: { readonly otpUrl: string }) {
  return (
    <div
      className="mx-auto flex aspect-square max-w-full items-center justify-center text-ink-faint"
      style={{ width: QR_CODE.sizePx }}
    >
      <CatchBoundary
        getResetKey={() => otpUrl}
        errorComponent={QrCodeFailed}
        onCatch={() => toast.error('Failed to generate QR code')}
      >
        <Suspense fallback={<Spinner label="Generating QR code" />}>
          <QrCode text={otpUrl} label="QR code of the secret key" />
        </Suspense>
      </CatchBoundary>
    </div>
  );
}

function QrCodeFailed() {
  return (
    <p className="px-4 text-center text-base text-ink-quiet">
      Couldn't generate the QR code. Enter the secret key in your app instead.
    </p>
  );
}
