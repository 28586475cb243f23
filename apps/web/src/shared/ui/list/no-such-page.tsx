import type { ReactNode } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

interface NoSuchPageProps {
  readonly icon: ReactNode;
  readonly page: number;
  readonly lastPage: number;
  readonly onPage: (page: number) => void;
}

export function NoSuchPage({ icon, page, lastPage, onPage }: NoSuchPageProps) {
  return (
    <EmptyState
      icon={icon}
      title={`Page ${formatCount(page)} doesn't exist`}
      hint={`The last page is ${formatCount(lastPage)}`}
      action={
        <Button variant="secondary" onClick={() => onPage(lastPage)}>
          Go to the last page
        </Button>
      }
    />
  );
}
