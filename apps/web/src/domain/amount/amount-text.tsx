import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { formatAmount } from './format-amount.ts';
import { LongFigure } from './long-figure.tsx';

/** Enough for any amount that there can be. */
const EXACT_MAX = 120;

interface AmountTextProps {
  readonly value: string | number;
  /** As {@link formatAmount} takes them. */
  readonly decimals?: number | undefined;
  /** Of what; said quieter. */
  readonly unit?: string | undefined;
}

/** An amount; where it has more decimals than are shown, all of them under the pointer or focus. */
export function AmountText({ value, decimals, unit }: AmountTextProps) {
  const shown = formatAmount(value, decimals);
  const exact = String(value).slice(0, EXACT_MAX);
  const unitText = unit ? <bdi className="text-ink-quiet"> {unit}</bdi> : null;
  if (sameNumber(shown, exact)) {
    return (
      <span className="tabular-nums [overflow-wrap:anywhere]">
        <LongFigure text={shown} />
        {unitText}
      </span>
    );
  }
  return (
    <Tooltip content={<span className="break-all tabular-nums">{exact}</span>}>
      {(trigger) => (
        <span
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus shows the exact amount
          tabIndex={0}
          className="rounded-sm tabular-nums [overflow-wrap:anywhere]"
          {...trigger}
        >
          <LongFigure text={shown} />
          {unitText}
        </span>
      )}
    </Tooltip>
  );
}

function sameNumber(shown: string, exact: string): boolean {
  return plain(shown) === plain(exact);
}

/** Digits without what does not change the number: groups, and zeros that end a fraction. */
function plain(text: string): string {
  const digits = text.trim().replaceAll(',', '');
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
