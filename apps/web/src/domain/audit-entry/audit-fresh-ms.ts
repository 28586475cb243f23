/** So long entries that were read are not read again (specification, section 9). */
export const AUDIT_FRESH_MS = 30_000;
