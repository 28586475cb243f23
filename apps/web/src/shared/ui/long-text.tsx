import { useState } from 'react';
import { cutText } from '../format/cut-text.ts';
import { formatCount } from '../format/format-number.ts';

/** Characters shown while collapsed. */
const FIRST_CHARACTERS = 400;

interface LongTextProps {
  readonly text: string;
  /** Whether page translators must keep it, as they must an address. */
  readonly kept?: boolean;
}

export function LongText({ text, kept = false }: LongTextProps) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > FIRST_CHARACTERS;
  return (
    <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      <bdi translate={kept ? 'no' : undefined}>
        {isLong && !whole ? `${cutText(text, FIRST_CHARACTERS)}…` : text}
      </bdi>
      {isLong ? (
        <button
          type="button"
          className="ml-1.5 rounded-sm text-accent text-sm underline-offset-4 hover:underline"
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      ) : null}
    </span>
  );
}
