/** A message in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the message is handed over; rejects when it is not. */
  send(mail: Mail): Promise<void>;
}
