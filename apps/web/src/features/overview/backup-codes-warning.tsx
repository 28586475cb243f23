import { BACKUP_CODES_LOW } from '@halyard/contract/constants';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';

interface BackupCodesWarningProps {
  /** Undefined where the server does not tell. */
  readonly remaining: number | undefined;
}

/** Says in time that the way back in without the authenticator is about to close. */
export function BackupCodesWarning({ remaining }: BackupCodesWarningProps) {
  if (remaining === undefined || remaining > BACKUP_CODES_LOW) {
    return null;
  }
  return (
    <output className="flex min-h-8 items-center gap-2 rounded-md bg-warn-soft px-3 py-1 text-ink text-sm max-md:w-full">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
      <span>
        {sentence(remaining)} Make new ones in{' '}
        <Link to="/account-settings" className="rounded-sm font-medium underline underline-offset-2">
          Account Settings
        </Link>
        .
      </span>
    </output>
  );
}

function sentence(remaining: number): string {
  if (remaining === 0) {
    return 'No backup codes are left.';
  }
  return remaining === 1 ? 'Only 1 backup code is left.' : `Only ${remaining} backup codes are left.`;
}
