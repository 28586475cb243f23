import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { GoToEntry, GoToGroup } from './go-to-entry.ts';

interface GoToListProps {
  readonly id: string;
  readonly groups: readonly GoToGroup[];
  readonly active: GoToEntry | undefined;
  readonly onActivate: (entry: GoToEntry) => void;
  readonly onChoose: (entry: GoToEntry) => void;
}

/** Returns an entry's element id, for `aria-activedescendant`. */
export function optionId(listId: string, entry: GoToEntry): string {
  return `${listId}-${entry.id.replace(/\s/g, '-')}`;
}

export function GoToList({ id, groups, active, onActivate, onChoose }: GoToListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot group options
        <div key={title} role="group" aria-label={title} className="pb-1">
          <div aria-hidden="true" className="px-2 pt-2 pb-1 font-medium text-ink-quiet text-xs">
            {title}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(id, entry)}
              entry={entry}
              isActive={entry === active}
              onActivate={() => onActivate(entry)}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: GoToEntry;
  readonly isActive: boolean;
  readonly onActivate: () => void;
  readonly onChoose: () => void;
}

function Option({ id, entry, isActive, onActivate, onChoose }: OptionProps) {
  const { label, detail, state, icon, isMonospaced, isChosen } = entry;
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isActive) {
      element.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isActive]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="flex min-h-9 scroll-my-8 cursor-pointer items-center gap-3 rounded-md px-2 text-base text-ink aria-selected:bg-accent-soft max-md:min-h-11 forced-colors:aria-selected:outline-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-quiet"
      onPointerMove={onActivate}
      onClick={onChoose}
    >
      {icon}
      <span className={`flex min-w-0 gap-x-3 ${state ? 'max-md:flex-col max-md:py-1' : 'flex-1'}`}>
        <bdi
          translate={isMonospaced || detail ? 'no' : undefined}
          className={`min-w-0 truncate ${isMonospaced ? 'font-mono text-sm' : ''}`}
        >
          {label}
        </bdi>
        {detail ? (
          <>
            {' '}
            <bdi
              translate="no"
              className={`truncate text-ink-quiet text-sm ${state ? 'min-w-0' : 'ml-auto max-w-[60%] shrink-0'}`}
            >
              {detail}
            </bdi>
          </>
        ) : null}
      </span>
      {state ? (
        <>
          {' '}
          <span className="ml-auto shrink-0 text-ink-quiet text-sm">{state}</span>
        </>
      ) : null}
      {isChosen ? (
        <span className="ml-auto text-accent">
          <Check aria-hidden="true" className="size-4" />
          <span className="sr-only">, current</span>
        </span>
      ) : null}
    </div>
  );
}
