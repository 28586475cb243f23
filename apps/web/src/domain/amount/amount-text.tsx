import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { formatAmount } from './format-amount.ts';
import { WrappableNumber } from './wrappable-number.tsx';

/** Maximum length of the exact value in the tooltip. */
const EXACT_MAX = 120;

interface AmountTextProps {
  readonly value: string | number;
  readonly decimals?: number | undefined;
  readonly unit?: string | undefined;
}

/** An amount. A tooltip shows the exact value if the shown one is rounded. */
export function AmountText({ value, decimals, unit }: AmountTextProps) {
  const shown = formatAmount(value, decimals);
  const exact = String(value).slice(0, EXACT_MAX);
  const unitText = unit ? (
    <bdi translate="no" className="text-ink-quiet">
      {` ${unit}`}
    </bdi>
  ) : null;
  if (sameNumber(shown, exact)) {
    return (
      <span className="tabular-nums [overflow-wrap:anywhere]">
        <WrappableNumber text={shown} />
        {unitText}
      </span>
    );
  }
  return (
    <Tooltip
      content={
        <span translate="no" className="break-all tabular-nums">
          {exact}
        </span>
      }
    >
      {(trigger) => (
        <span
          // biome-ignore lint/a11y/noNoninteractiveTabindex: focus opens the tooltip with the exact amount
          tabIndex={0}
          className="rounded-sm tabular-nums [overflow-wrap:anywhere]"
          {...trigger}
        >
          <WrappableNumber text={shown} />
          {unitText}
        </span>
      )}
    </Tooltip>
  );
}

function sameNumber(shown: string, exact: string): boolean {
  return plain(shown) === plain(exact);
}

function plain(text: string): string {
  const digits = text.trim().replaceAll(',', '');
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
