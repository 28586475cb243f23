import { Tabs as TabsPrimitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
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
}

/** Tabs over content that scrolls within the room that is left. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
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
          </TabsPrimitive.Trigger>
        ))}
      </TabsPrimitive.List>
      {tabs.map((tab) => (
        <TabsPrimitive.Content
          key={tab.value}
          value={tab.value}
          {...(tab.kept && { forceMount: true as const })}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--gutter) py-5 focus-visible:-outline-offset-2 data-[state=inactive]:hidden"
        >
          {tab.content}
        </TabsPrimitive.Content>
      ))}
    </TabsPrimitive.Root>
  );
}
