/**
 * Route option to answer HEAD as well, for load balancers and wait scripts. API endpoints do not use it, because some
 * of them audit each read.
 */
export const HEAD_TOO = { exposeHeadRoute: true } as const;
