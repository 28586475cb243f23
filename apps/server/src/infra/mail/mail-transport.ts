/** A mail, put together. */
export interface OutgoingMail {
  /** The same at every try, without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Who mails are from: `name` may be empty. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

/**
 * Hands one mail over; resolves once the receiver has taken responsibility for it.
 * @throws TemporaryFailure, PermanentFailure
 */
export type DeliverMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
