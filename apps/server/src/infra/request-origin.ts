/** A request's origin, as stored in the audit log and session list. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}
