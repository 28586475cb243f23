/** Where a request came from, as the audit log and the session list record it. */
export interface RequestOrigin {
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}
