/** HTTP codes for rejected input. A screen that shows its own message for them passes them as `ownMessageFor`. */
export const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 422];
