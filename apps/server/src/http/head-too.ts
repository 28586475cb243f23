/** Answers HEAD for load balancers. API endpoints do not, because some audit each read. */
export const HEAD_TOO = { exposeHeadRoute: true } as const;
