import type { User } from '@halyard/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { isBlankReason } from '../../domain/reason/is-blank-reason.ts';
import { ReasonField } from '../../domain/reason/reason-field.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { blockEffectSentence } from './block-effect-sentence.ts';
import { useBlockUser } from './use-user-actions.ts';
import { blockPreviewQuery } from './user-panel-queries.ts';

interface BlockFormProps {
  readonly user: User;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onBlocking: (blocking: boolean) => void;
}

export function BlockForm({ user, reason, onReason, onBlocking }: BlockFormProps) {
  const block = useBlockUser(user);
  const { data: effect } = useQuery(blockPreviewQuery(useApi(), user.uuid));
  const isBlank = isBlankReason(reason);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBlank) {
      return;
    }
    onBlocking(true);
    const { kind } = await block.run(reason.trim());
    if (kind === 'done') {
      onReason('');
    }
    if (kind !== 'ignored') {
      onBlocking(false);
    }
  }

  return (
    <form onSubmit={submit} className="mt-2 grid gap-4">
      <p className="min-h-15 text-ink-quiet text-sm max-md:min-h-20">
        Blocking takes effect immediately. <output>{effect ? blockEffectSentence(effect) : null}</output>
      </p>
      <ReasonField reason={reason} onReason={onReason} />
      <Button
        type="submit"
        variant="danger"
        className="justify-self-start"
        disabled={isBlank}
        busy={block.pending}
      >
        Block user
      </Button>
    </form>
  );
}
