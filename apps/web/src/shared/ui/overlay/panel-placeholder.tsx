import type { LazyComponent } from '../../lib/use-lazy-component.ts';
import { ErrorState } from '../error-state.tsx';
import { Spinner } from '../spinner.tsx';
import { SlideOverTitle } from './slide-over-title.tsx';

interface PanelPlaceholderProps extends Omit<LazyComponent<never>, 'Component'> {
  readonly title: string;
  readonly onClose: () => void;
}

export function PanelPlaceholder({ title, onClose, error, retrying, retry }: PanelPlaceholderProps) {
  return (
    <>
      <SlideOverTitle title={title} onClose={onClose} />
      {error ? (
        <ErrorState
          title="Couldn't load this panel"
          reason={error.message}
          retrying={retrying}
          onRetry={retry}
        />
      ) : (
        <div className="flex flex-1 items-center justify-center">
          <Spinner label="Loading" />
        </div>
      )}
    </>
  );
}
