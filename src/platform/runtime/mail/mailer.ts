export interface Mail {
  /** Default: the platform's own sender. */
  readonly from?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly name: string; readonly type: string; readonly content: Buffer };
}

export interface Mailer {
  /** Messages stay on the server, as there is no mail server. */
  readonly isOutbox?: true;
  /** Resolves once the message is accepted by the server; rejects otherwise. */
  send(mail: Mail): Promise<void>;
}
