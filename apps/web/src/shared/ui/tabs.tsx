import { Tabs as TabsPrimitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/format-number.ts';

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

/** Tabs over what they lead to. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, inPage = false } = props;
  return (
    <TabsPrimitive.Root
      value={value}
      onValueChange={(chosen) => {
        const tab = tabs.find((one) => one.value === chosen);
        if (tab) {
          onChange(tab.value);
        }
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabsPrimitive.List
        aria-label={label}
        className="flex shrink-0 gap-5 border-line border-b px-(--gutter)"
      >
        {tabs.map((tab) => (
          <TabsPrimitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-10 border-transparent border-b-2 font-medium text-base text-ink-quiet hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink max-md:h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : <Count count={tab.count} />}
          </TabsPrimitive.Trigger>
        ))}
      </TabsPrimitive.List>
      {tabs.map((tab) => (
        <TabsPrimitive.Content
          key={tab.value}
          value={tab.value}
          {...(tab.kept && { forceMount: true as const })}
          className={`relative focus-visible:-outline-offset-2 data-[state=inactive]:hidden ${inPage ? '' : 'min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--gutter) py-5'}`}
        >
          {tab.content}
        </TabsPrimitive.Content>
      ))}
    </TabsPrimitive.Root>
  );
}

function Count({ count }: { readonly count: number | 'unknown' }) {
  return count === 'unknown' ? (
    <span aria-hidden="true" className="invisible">
      {' '}
      (00)
    </span>
  ) : (
    <span className="tabular-nums"> ({formatCount(count)})</span>
  );
}
