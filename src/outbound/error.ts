/** A call to the outside was refused, or failed. The message gives the reason, and may be shown. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}
