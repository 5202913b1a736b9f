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

/** What goes with a mail, as worker.message_attachments hands it out. */
export interface Attachment {
  filename: string;
  mime_type: string;
  content_base64: string;
}

/** A way to hand messages on. */
export interface Channel {
  /** @throws DeliveryError */
  send(message: Claimed, content: Rendered, attachments: Attachment[]): Promise<void>;
  close(): void;
}
