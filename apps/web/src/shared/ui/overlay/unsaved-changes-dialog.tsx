import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface UnsavedChangesDialogProps {
  readonly onAnswer: (answer: 'stay' | 'leave') => void;
}

export function UnsavedChangesDialog({ onAnswer }: UnsavedChangesDialogProps) {
  return (
    <Dialog
      title="Discard unsaved changes?"
      description="What you typed has not been saved."
      onCancel={() => onAnswer('stay')}
    >
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button variant="secondary" size="lg" onClick={() => onAnswer('stay')}>
          Keep editing
        </Button>
        <Button variant="danger" size="lg" onClick={() => onAnswer('leave')}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  );
}
