import { Button } from '../button.tsx';
import { ButtonRow } from '../button-row.tsx';
import { Dialog } from './dialog.tsx';

interface UnsavedChangesDialogProps {
  readonly onAnswer: (answer: 'stay' | 'leave') => void;
}

export function UnsavedChangesDialog({ onAnswer }: UnsavedChangesDialogProps) {
  return (
    <Dialog
      title="Discard unsaved changes?"
      description="Your changes haven't been saved."
      onCancel={() => onAnswer('stay')}
    >
      <ButtonRow>
        <Button variant="secondary" size="lg" onClick={() => onAnswer('stay')}>
          Keep editing
        </Button>
        <Button variant="danger" size="lg" onClick={() => onAnswer('leave')}>
          Discard changes
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
