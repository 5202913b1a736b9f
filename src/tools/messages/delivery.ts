import type { Claimed, Rendered } from './render.ts';

export { DeliveryError } from '../../ground/delivery-error.ts';

/** A way to hand messages on. */
export interface Channel {
  /** @throws DeliveryError */
  send(message: Claimed, content: Rendered): Promise<void>;
  close(): void;
}
