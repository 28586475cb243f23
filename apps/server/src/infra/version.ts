import manifest from '../../package.json' with { type: 'json' };

/** Of this product, as in `1.2.3`. */
export const VERSION: string = manifest.version;
