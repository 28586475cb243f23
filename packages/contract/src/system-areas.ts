/** From good to bad. */
export const SYSTEM_STATES = ['ok', 'attention', 'failed'] as const;
export type SystemState = (typeof SYSTEM_STATES)[number];

export const SYSTEM_AREAS = ['feed', 'sources', 'mail', 'audit_log', 'rows', 'database', 'versions'] as const;
export type SystemArea = (typeof SYSTEM_AREAS)[number];
