/** A service has understood a request and did not do it; the message is what it says about that. */
export class ServiceRefusal extends Error {
  /** Status of HTTP, if that was the refusal. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
