/** A plain-text message. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the message is accepted by the server; rejects otherwise. */
  send(mail: Mail): Promise<void>;
}
