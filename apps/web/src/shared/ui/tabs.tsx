import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { formatCount } from '../format/format-number.ts';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Shown in brackets. `unknown` reserves the space. */
  readonly count?: number | 'unknown';
  readonly content: ReactNode;
  /** Keeps the content mounted while another tab is shown. */
  readonly kept?: boolean;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Whether the content scrolls with the page. */
  readonly inPage?: boolean;
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { tabs, value, inPage = false } = props;
  const id = useId();
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TabList {...props} id={id} />
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}`}
          aria-labelledby={`${id}-${tab.value}-tab`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may contain nothing focusable
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

function TabList<Value extends string>(props: TabsProps<Value> & { readonly id: string }) {
  const { id, label, tabs, value, onChange } = props;

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const position = tabs.findIndex((tab) => tab.value === value);
    const target = targetOf(event.key, position, tabs.length);
    const tab = tabs[target];
    if (tab && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus();
      onChange(tab.value);
    }
  }

  return (
    <div
      role="tablist"
      aria-label={label}
      className="flex shrink-0 gap-5 border-line border-b px-(--gutter) max-md:gap-3"
      onKeyDown={moveByKey}
    >
      {tabs.map((tab) => (
        // Reserves three digits, so that the next tabs do not move when the count arrives.
        <div
          key={tab.value}
          role="presentation"
          data-widest={tab.count === undefined ? undefined : `${tab.label} (000)`}
          className="-mb-px grid justify-items-start font-medium text-base tabular-nums after:invisible after:h-0 after:content-[attr(data-widest)]"
        >
          <button
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-${tab.value}`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => tab.value === value || onChange(tab.value)}
            className="h-10 border-transparent border-b-2 text-ink-quiet hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink max-md:h-11"
          >
            {tab.label}
            {typeof tab.count === 'number' ? <Count count={tab.count} /> : null}
          </button>
        </div>
      ))}
    </div>
  );
}

/** Returns -1 for other keys. Arrow keys wrap around. */
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

function Count({ count }: { readonly count: number }) {
  return (
    <>
      {' '}
      <span translate="no">{`(${formatCount(count)})`}</span>
    </>
  );
}
