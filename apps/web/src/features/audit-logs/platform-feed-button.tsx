import { AUDIT_PLATFORM_FEED } from '@halyard/contract/runtime-settings';
import { Radio } from 'lucide-react';
import { useEffect } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { Button } from '../../shared/ui/button.tsx';
import { chooseFeed } from './platform-feed-choice.ts';

interface PlatformFeedButtonProps {
  /** Whether the list hides the entries. It shows them all if its link counts them. */
  readonly isHidden: boolean;
  readonly onChange: () => void;
}

/** Hides the entries of the platform feed, in this browser, if the server can. Another server would reject the choice. */
export function PlatformFeedButton({ isHidden, onChange }: PlatformFeedButtonProps) {
  const { screens } = useRuntimeSettings();
  const isOffered = screens?.includes(AUDIT_PLATFORM_FEED);

  useEffect(() => {
    if (isOffered === false) {
      chooseFeed('shown');
    }
  }, [isOffered]);

  return isOffered ? (
    <Button
      variant="secondary"
      aria-pressed={isHidden}
      aria-label="Hide platform feed"
      title="Hide entries that record batches of the platform feed. This browser remembers it."
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft max-lg:px-3!"
      onClick={() => {
        chooseFeed(isHidden ? 'shown' : 'hidden');
        onChange();
      }}
    >
      <Radio aria-hidden="true" className="size-4" />
      <span className="max-lg:hidden">Hide platform feed</span>
    </Button>
  ) : null;
}
