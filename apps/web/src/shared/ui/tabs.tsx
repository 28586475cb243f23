import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { formatCount } from '../format/format-number.ts';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Follows the label in brackets; one that is `unknown` holds its room meanwhile. */
  readonly count?: number | 'unknown';
  readonly content: ReactNode;
  /** Stays as it is while another tab is shown. */
  readonly kept?: boolean;
}

interface TabsProps<Value extends string> {
  /** The tabs' accessible name. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Whether the content is a part of the page, rather than one that scrolls within the room that is left. */
  readonly inPage?: boolean;
}

/**
 * Tabs over what they lead to; the arrow keys, Home and End go from one to the next and show it at once. By hand,
 * because a library's would weigh more than most screens that have them.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, inPage = false } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function moveOn(event: KeyboardEvent) {
    const target = targetOf(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const tab = tabs[target];
    if (tab && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus();
      onChange(tab.value);
    }
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex shrink-0 gap-5 border-line border-b px-(--gutter) max-md:gap-3"
        onKeyDown={moveOn}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => tab.value === value || onChange(tab.value)}
            className="-mb-px h-10 border-transparent border-b-2 font-medium text-base text-ink-quiet hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink max-md:h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : <Count count={tab.count} />}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}`}
          aria-labelledby={`${id}-${tab.value}-tab`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing that takes the focus
          tabIndex={0}
          hidden={tab.value !== value}
          className={`relative focus-visible:-outline-offset-2 [&[hidden]]:hidden ${inPage ? '' : 'min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--gutter) py-5'}`}
        >
          {tab.kept || tab.value === value ? tab.content : null}
        </div>
      ))}
    </div>
  );
}

/** The position that a key leads to, or one that does not exist. The row of tabs has no end. */
function targetOf(key: string, position: number, count: number): number {
  switch (key) {
    case 'ArrowLeft':
      return (position - 1 + count) % count;
    case 'ArrowRight':
      return (position + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}

/** With room for three digits, so that the tabs after it stay where they are when it comes. */
function Count({ count }: { readonly count: number | 'unknown' }) {
  return (
    <>
      {' '}
      <span className="inline-block min-w-[4.5ch] text-left tabular-nums">
        {count === 'unknown' ? null : `(${formatCount(count)})`}
      </span>
    </>
  );
}
