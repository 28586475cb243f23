import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';

interface SwitchableMerchant {
  readonly id: string;
  readonly name: string;
}

interface MerchantSwitcherProps {
  readonly merchants: readonly SwitchableMerchant[];
  readonly currentId: string | undefined;
  readonly onSwitch: (id: string) => void;
}

/** Selects the current merchant. The administrators' shell does not use it. */
export function MerchantSwitcher({ merchants, currentId, onSwitch }: MerchantSwitcherProps) {
  const id = useId();
  return (
    <div className="grid gap-1 px-3 py-2">
      <label htmlFor={id} className="text-ink-quiet text-xs">
        Current Merchant
      </label>
      <div className="relative">
        <select
          id={id}
          value={currentId ?? ''}
          onChange={(event) => onSwitch(event.target.value)}
          className="h-9 w-full appearance-none truncate rounded-md border border-line-strong bg-surface-raised pr-8 pl-2.5 text-base text-ink max-md:h-11"
        >
          <option value="" disabled hidden>
            Select merchant
          </option>
          {merchants.length === 0 ? (
            <option value="loading" disabled>
              Loading...
            </option>
          ) : null}
          {merchants.map((merchant) => (
            <option key={merchant.id} value={merchant.id}>
              {merchant.name}
            </option>
          ))}
        </select>
        <ChevronsUpDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-ink-faint"
        />
      </div>
    </div>
  );
}
