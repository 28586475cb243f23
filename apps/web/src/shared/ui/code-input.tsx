import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import type { RefObject } from 'react';

interface CodeInputProps {
  readonly label: string;
  readonly length: number;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** What was pasted holds no code that would fit. */
  readonly onMisfit: () => void;
  readonly invalid: boolean;
  /** The id of what says more about it. */
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** Digits in large cells of their own: one text field beneath, so that typing, pasting and filling in all work. */
export function CodeInput({
  label,
  length,
  value,
  onChange,
  onMisfit,
  invalid,
  describedBy,
  disabled,
  inputRef,
}: CodeInputProps) {
  /**
   * A code wherever it stands, in one piece or in halves (`123 456`), or part of one alone; no part of a longer number
   * in one piece or in groups of three, nor of a word with digits.
   */
  function takePasted(text: string): string {
    const pieces = [`\\d{${length}}`, `(?<!\\d[ -])\\d{${length / 2}}[ -]\\d{${length / 2}}(?![ -]\\d)`];
    const whole = pieces
      .map((piece) => new RegExp(`(?<![\\p{L}\\d])${piece}(?![\\p{L}\\d])`, 'u').exec(text)?.[0])
      .find((piece) => piece !== undefined);
    const digits = (whole ?? text).replace(/[\s-]/g, '');
    if (/^\d+$/.test(digits) && digits.length <= length) {
      return digits;
    }
    onMisfit();
    // What is no digit is not taken.
    return ' ';
  }

  return (
    <div className="contents" onInputCapture={({ target }) => keepDigits(target, length)}>
      <OTPInput
        {...(inputRef && { ref: inputRef })}
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        maxLength={length}
        value={value}
        onChange={onChange}
        pattern={REGEXP_ONLY_DIGITS}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        pasteTransformer={takePasted}
        pushPasswordManagerStrategy="none"
        noScriptCSSFallback={null}
        containerClassName="group flex gap-2 has-disabled:opacity-60"
        render={({ slots }) =>
          slots.map((slot, position) => <Cell key={cellKey(position)} slot={slot} invalid={invalid} />)
        }
      />
    </div>
  );
}

/** A code that is filled in at once may have blanks, as `123 456`. React's own setter would hide the change from it. */
function keepDigits(input: EventTarget, length: number) {
  if (input instanceof HTMLInputElement && input.value.length > length) {
    const digits = input.value.replace(/\D/g, '');
    if (digits.length === length) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, digits);
    }
  }
}

function cellKey(position: number): string {
  return `cell-${position}`;
}

function Cell({ slot, invalid }: { readonly slot: SlotProps; readonly invalid: boolean }) {
  return (
    <span
      data-active={slot.isActive || undefined}
      data-invalid={invalid || undefined}
      className="flex h-14 min-w-0 flex-1 items-center justify-center rounded-md border border-line-strong bg-surface-raised text-2xl tabular-nums data-invalid:border-bad data-active:outline-2 data-active:outline-focus data-active:-outline-offset-1"
    >
      {slot.char ??
        (slot.hasFakeCaret ? (
          <span className="h-6 w-px animate-pulse bg-ink forced-colors:bg-[CanvasText]" />
        ) : null)}
    </span>
  );
}
