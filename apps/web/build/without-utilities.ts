import postcss from 'postcss';

/** A style sheet without the layer of single-purpose classes: what elements look like by themselves is left. */
export function withoutUtilities(styles: string): string {
  const sheet = postcss.parse(styles);
  sheet.walkAtRules('layer', (layer) => {
    if (layer.nodes && /^utilities\b/.test(layer.params)) {
      layer.remove();
    }
  });
  return sheet.toString();
}
