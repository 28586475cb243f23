/** The tabs of a user's panel, in their order. */
export type UserTab = 'details' | 'activity' | 'actions';
