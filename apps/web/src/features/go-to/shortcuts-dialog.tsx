import { useId } from 'react';
import { commandKey } from '../../shared/lib/command-key.ts';
import { useStore } from '../../shared/lib/use-store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import type { GoToDialogProps } from './go-to-dialog-props.ts';
import { KeyCaps } from './key-caps.tsx';
import { shortcutGroups } from './shortcut-groups.ts';
import { singleKeys } from './single-keys.ts';

export function ShortcutsDialog({ onClose }: Pick<GoToDialogProps, 'onClose'>) {
  const hasSingleKeys = useStore(singleKeys.store) === 'on';
  return (
    <Dialog title="Keyboard shortcuts" onCancel={onClose}>
      <div className="grid gap-5">
        {shortcutGroups(commandKey()).map((group) => (
          <ShortcutSection key={group.title} group={group} hasSingleKeys={hasSingleKeys} />
        ))}
        <label className="flex min-h-6 cursor-pointer items-center gap-2.5 border-line border-t pt-4 text-base max-md:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={hasSingleKeys}
            onChange={(event) => singleKeys.choose(event.target.checked ? 'on' : 'off')}
          />
          Use single-key shortcuts
        </label>
        <Button variant="secondary" size="lg" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

interface ShortcutSectionProps {
  readonly group: ReturnType<typeof shortcutGroups>[number];
  readonly hasSingleKeys: boolean;
}

function ShortcutSection({ group: { title, lines }, hasSingleKeys }: ShortcutSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-1 font-medium text-ink-quiet text-sm">
        {title}
      </h3>
      <dl>
        {lines.map(({ keys, action, isSingle }) => (
          <div key={action} className="flex items-baseline justify-between gap-4 py-1 text-base">
            <dt className="order-last shrink-0">
              <KeyCaps keys={keys} />
            </dt>
            <dd>
              {action}
              {isSingle && !hasSingleKeys ? <span className="text-ink-quiet"> (off)</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
