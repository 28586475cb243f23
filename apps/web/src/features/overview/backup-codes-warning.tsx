import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { backupCodesLeft } from '../../domain/backup-codes/backup-codes-left.ts';

interface BackupCodesWarningProps {
  /** Undefined if the server does not report it. */
  readonly remaining: number | undefined;
  readonly className?: string;
}

export function BackupCodesWarning({ remaining, className = '' }: BackupCodesWarningProps) {
  const left = remaining === undefined ? undefined : backupCodesLeft(remaining);
  if (!left?.few) {
    return null;
  }
  return (
    <output
      className={`flex min-h-8 items-center gap-2 rounded-md bg-warn-soft px-3 py-1 text-ink text-sm max-md:w-full ${className}`}
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
      <span>
        <span>{left.sentence}</span> Regenerate them in{' '}
        <Link to="/account-settings" className="rounded-sm font-medium underline underline-offset-2">
          Account Settings
        </Link>
        .
      </span>
    </output>
  );
}
