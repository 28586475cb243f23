import { Fragment } from 'react';

/** A figure that takes another line rather than be cut short, but only between its groups. */
export function LongFigure({ text }: { readonly text: string }) {
  return text.split(/(?<=,)/).map((group, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a figure have nothing but their places
    <Fragment key={position}>
      {position > 0 ? <wbr /> : null}
      {group}
    </Fragment>
  ));
}
