/** Failure of a node or price source. The message is shown and names the source, never its URL or response text. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** False if the source gave an invalid response, so that another request may succeed. */
  readonly isOut: boolean;

  constructor(
    message: string,
    { isOut = true, cause }: { readonly isOut?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isOut = isOut;
  }
}
