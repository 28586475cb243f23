export interface OutgoingMail {
  /** The same at every attempt, without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The sender; `name` may be empty. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

/** Resolves once the server has accepted the mail. @throws TemporaryFailure, PermanentFailure */
export type DeliverMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;
