import { asciiCode, asciiDigits } from '@halyard/contract/code-text';
import { TOTP_CODE_LENGTH } from '@halyard/contract/constants';
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import { type RefObject, useId } from 'react';

/** Matches six digits, or two groups of three (`123 456`), outside a longer number or word. */
const CODE = /(?<![\p{L}\d])(?:\d{6}|(?<!\d[ -])\d{3}[ -]\d{3}(?![ -]\d))(?![\p{L}\d])/u;

interface CodeInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  /** Called if the pasted text contains no code. */
  readonly onMisfit: () => void;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
  readonly disabled?: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** Six cells over one text field, so that typing, pasting and autofill work. */
export function CodeInput({
  label,
  value,
  onChange,
  onMisfit,
  invalid,
  describedBy,
  disabled,
  inputRef,
}: CodeInputProps) {
  const id = useId();

  /** Returns the code inside the pasted text, or text that is the start of a code. */
  function takePasted(pasted: string): string {
    const text = pasted.split('\n').map(asciiCode).join('\n');
    const digits = (CODE.exec(text)?.[0] ?? text).replace(/[\s-]/g, '');
    if (/^\d{1,6}$/.test(digits)) {
      return digits;
    }
    onMisfit();
    // The input drops everything except digits.
    return ' ';
  }

  return (
    <div className="grid gap-1.5" onInputCapture={({ target }) => keepDigits(target)}>
      <label htmlFor={id} className="w-fit font-medium text-base text-ink">
        {label}
      </label>
      <OTPInput
        {...(inputRef && { ref: inputRef })}
        id={id}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        maxLength={TOTP_CODE_LENGTH}
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

/** Converts the digits of other scripts and removes spaces that autofill inserts. */
function keepDigits(input: EventTarget) {
  if (input instanceof HTMLInputElement) {
    const text = asciiDigits(input.value);
    const digits = text.replace(/\D/g, '');
    const kept = text.length > TOTP_CODE_LENGTH && digits.length === TOTP_CODE_LENGTH ? digits : text;
    if (kept !== input.value) {
      // Bypasses React's setter, which would hide the change from React.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, kept);
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
