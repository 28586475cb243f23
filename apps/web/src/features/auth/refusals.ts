/** The HTTP codes by which a server refuses what was entered: the sign-in screens say themselves what that means. */
export const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 422];
