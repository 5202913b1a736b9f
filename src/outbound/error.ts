/** A call to the outside was refused, or failed. The message says why, and may be shown. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}
