const ANSWER_WITHIN_MS = 5_000;

export interface FileHead {
  readonly httpStatus: number;
  /** Media type, or an empty text. */
  readonly type: string;
}

/** Sends a HEAD request for a file of this site. Returns undefined without a response. */
export async function readFileHead(address: string): Promise<FileHead | undefined> {
  try {
    const { status, headers } = await fetch(address, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { httpStatus: status, type: headers.get('content-type') ?? '' };
  } catch {
    return undefined;
  }
}
