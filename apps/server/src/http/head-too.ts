/**
 * Of a route that also answers HEAD, as load balancers and waiting scripts ask. Calls of the API do not: some of them
 * write down who asked.
 */
export const HEAD_TOO = { exposeHeadRoute: true } as const;
