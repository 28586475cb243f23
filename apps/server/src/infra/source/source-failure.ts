/**
 * Why a node or a price source gave nothing that can be used. The message is for administrators: it names the source
 * by what it is for (`The Ethereum node did not answer within 5 s`), never by its address or in its own words.
 */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** False where it did answer, and only not as it should: another question may fare better. */
  readonly isOut: boolean;

  constructor(
    message: string,
    { isOut = true, cause }: { readonly isOut?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isOut = isOut;
  }
}
