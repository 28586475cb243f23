import { Fragment } from 'react';

/** A number that wraps only between groups of digits. */
export function WrappableNumber({ text }: { readonly text: string }) {
  return text.split(/(?<=,)/).map((group, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no other identity than their position
    <Fragment key={position}>
      {position > 0 ? <wbr /> : null}
      {group}
    </Fragment>
  ));
}
