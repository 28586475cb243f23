/**
 * A node or price source failed. The message is shown to administrators: it names the source (`The Ethereum node did
 * not answer within 5 s`) and never contains its URL or its own text.
 */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** False if the source responded but with an invalid response, so that another request may succeed. */
  readonly isOut: boolean;

  constructor(
    message: string,
    { isOut = true, cause }: { readonly isOut?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isOut = isOut;
  }
}
