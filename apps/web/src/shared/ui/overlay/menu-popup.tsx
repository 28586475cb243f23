import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type FocusEvent, Fragment, type ReactNode, type RefObject, useRef } from 'react';
import type { MenuEntry } from './menu-entry.ts';

const ITEM =
  'flex h-8 max-md:h-11 cursor-default select-none items-center gap-2 rounded px-2 text-base text-ink outline-none data-highlighted:bg-surface-sunken [&>svg]:size-4 [&>svg]:text-ink-quiet';

/** Where the menu is put: what is outside of a modal dialog is inert, and what is outside of the landmarks is hard to find. */
const SURROUNDINGS = 'dialog, header, main';

interface MenuPopupProps {
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly focusFirst: boolean;
  readonly onClose: () => void;
}

/**
 * The open menu of a button. It is anchored to an unseen element over that button instead of wrapping it,
 * because the button is there before this code is. Not modal: locking the page's scroll would need a
 * `<style>` element that the content security policy forbids.
 */
export function MenuPopup({ label, groups, button, focusFirst, onClose }: MenuPopupProps) {
  const firstFocus = useRef(focusFirst);

  function focusFirstEntry(event: FocusEvent<HTMLElement>) {
    if (firstFocus.current && event.target === event.currentTarget) {
      firstFocus.current = false;
      event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    }
  }

  function leaveToButton(event: Event) {
    if (event.target instanceof Node && button.current?.contains(event.target)) {
      event.preventDefault();
    }
  }

  function returnFocus(event: Event) {
    event.preventDefault();
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) {
      button.current?.focus();
    }
  }

  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => open || onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={button.current?.closest<HTMLElement>(SURROUNDINGS) ?? null}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface-raised p-1 shadow-float outline-none"
          onFocus={focusFirstEntry}
          onInteractOutside={leaveToButton}
          onCloseAutoFocus={returnFocus}
        >
          {groups.map((group, index) => (
            <Fragment key={group[0]?.label}>
              {index > 0 ? <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" /> : null}
              {group.map((entry) => (
                <Entry key={entry.label} entry={entry} />
              ))}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }): ReactNode {
  switch (entry.kind) {
    case 'text':
      return <div className="px-2 py-1.5">{entry.content}</div>;
    case 'action':
      return (
        <DropdownMenu.Item className={ITEM} onSelect={entry.onSelect}>
          {entry.icon}
          {entry.label}
        </DropdownMenu.Item>
      );
    case 'link':
      return (
        <DropdownMenu.Item asChild className={ITEM}>
          {entry.link(
            <>
              {entry.icon}
              {entry.label}
            </>,
          )}
        </DropdownMenu.Item>
      );
    case 'choice':
      return (
        <DropdownMenu.RadioGroup value={entry.value} onValueChange={entry.onChoose} aria-label={entry.label}>
          <DropdownMenu.Label className="px-2 py-1.5 text-ink-quiet text-xs">
            {entry.label}
          </DropdownMenu.Label>
          {entry.choices.map((choice) => (
            <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={ITEM}>
              {choice.icon}
              {choice.label}
              <DropdownMenu.ItemIndicator className="ml-auto">
                <Check aria-hidden="true" className="size-4 text-accent" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
  }
}
