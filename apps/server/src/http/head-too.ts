/** Answers HEAD for load balancers. Not for API endpoints, because some audit each read. */
export const HEAD_TOO = { exposeHeadRoute: true } as const;
