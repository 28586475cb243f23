/** HTTP codes for rejected input, for screens that show their own message. */
export const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 413, 422];
