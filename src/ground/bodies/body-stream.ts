import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
import { invite } from './body-bytes.ts';
import { takeTimeFor } from './body-time.ts';

const bufferBytes = 1024 * 1024;

export interface BodyOptions {
  /** Ends it with what has come so far, and where the client goes away in the middle too. Without one, that is an error. */
  stop?: AbortSignal;
}

/**
 * The bytes of a body as a stream of their own: its reader may stop, and the client still gets an answer. They may take
 * as long as they need.
 * @throws 415 for a body with a Content-Encoding
 */
export function streamBody(
  req: IncomingMessage,
  res: ServerResponse,
  { stop }: BodyOptions = {},
): Readable {
  if (req.headers['content-encoding'] !== undefined)
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the bytes of files as they are, without Content-Encoding.',
    );
  takeTimeFor(req);
  invite(req, res);
  const body = new PassThrough({ highWaterMark: bufferBytes });
  const end = () => {
    req.unpipe(body);
    body.end();
  };
  stop?.addEventListener('abort', end, { once: true });
  req.once('close', () => {
    if (req.complete) return;
    if (stop) end();
    else body.destroy(ApiError.invalid('body', 'incomplete', 'is cut off. Send it again'));
  });
  body.once('close', () => {
    req.unpipe(body);
    req.resume();
  });
  if (stop?.aborted) end();
  else req.pipe(body);
  return body;
}
