/** A service that messages are handed to. */
export type Receiver = 'mail server' | 'SMS webhook';

/** Why a message could not be handed on. The message of the error is shown to the tenant: no host, no password. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Trying again would not help. */
  readonly isFinal: boolean;
  /** The service that could not be reached: then nothing is wrong with this message. */
  readonly away: Receiver | undefined;

  constructor(
    message: string,
    { isFinal = false, cause, away }: { isFinal?: boolean; cause?: unknown; away?: Receiver },
  ) {
    super(message, { cause });
    this.isFinal = isFinal;
    this.away = away;
  }
}
