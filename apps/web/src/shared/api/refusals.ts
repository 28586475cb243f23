/**
 * The HTTP codes by which a server refuses what somebody entered. A screen that says itself what a refusal
 * means names them in `ownMessageFor`.
 */
export const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 422];
