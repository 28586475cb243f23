import { Fragment } from 'react';

/** Longest number that always fits on a line, such as `$24,592,592.50`. */
const SHORT_LENGTH = 14;

/**
 * A number. A long one wraps only between groups of digits. Page translators replace text nodes, so that React could no
 * longer update them: a short number is its element's only text, and a long one gets a new element when it changes.
 */
export function WrappableNumber({ text }: { readonly text: string }) {
  return text.length <= SHORT_LENGTH ? (
    <span translate="no" className="whitespace-nowrap">
      {text}
    </span>
  ) : (
    <span key={text} translate="no">
      {text.split(/(?<=,)/).map((group, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no other identity than their position
        <Fragment key={position}>
          {position > 0 ? <wbr /> : null}
          {group}
        </Fragment>
      ))}
    </span>
  );
}
