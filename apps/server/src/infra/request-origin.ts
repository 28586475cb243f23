export interface RequestOrigin {
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}
