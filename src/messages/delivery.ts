import type { Claimed, Rendered } from './render.ts';

/** Why a message could not be handed on. The message of the error is shown to the tenant: no host, no password. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Trying again would not help. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/** A way to hand messages on. */
export interface Channel {
  /** @throws DeliveryError */
  send(message: Claimed, content: Rendered): Promise<void>;
  close(): void;
}
