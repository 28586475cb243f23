/** Fetches the code of a user's panel, which the list alone does not need. */
export const loadUserPanel = () => import('./user-panel.tsx').then(({ UserPanel }) => UserPanel);
