import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { ApiError } from '../errors.ts';
import { placeOf } from './body-room.ts';

export const maxBodyBytes = 5 * 1024 * 1024;

const decoders: Record<string, () => Duplex> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The declared length of a body in bytes; 0 for one that comes in chunks. */
export const declaredBytes = ({ headers }: IncomingMessage): number =>
  Number(headers['content-length'] ?? 0);

export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || declaredBytes(req) > 0;

/** Asks for a body whose client waits for that. */
export function invite(req: IncomingMessage, res: ServerResponse): void {
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
}

/**
 * A whole body as it was sent, uncompressed, once there is room for it.
 * @throws 413 beyond maxBodyBytes, 415 for an encoding that is not known, 429 (see BodyRoom)
 */
export async function readBytes(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
  const length = declaredBytes(req);
  if (length > maxBodyBytes) throw tooLarge();
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  const decode = decoders[encoding];
  if (encoding !== 'identity' && !decode)
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body plain, or with Content-Encoding gzip, deflate or br.',
    );
  await placeOf(req)?.take(length);
  if (!hasBody(req)) return Buffer.alloc(0);
  invite(req, res);
  if (!decode) return arrived(req, length) ?? collect(req, req);
  const decoder = decode();
  req.once('close', () => req.complete || decoder.destroy(new Error('the body is cut off')));
  req.pipe(decoder);
  return collect(req, decoder);
}

/** Bodies up to here come with the headers, as a rule. */
const togetherBytes = 16 * 1024;

/** A small body that has come already: an iterator costs a tenth of what Node does for a request. */
function arrived(req: IncomingMessage, length: number): Buffer | undefined {
  // One in chunks has no length.
  if (length === 0 || length > togetherBytes || req.readableLength !== length) return undefined;
  const bytes = req.read() as Buffer;
  // All bytes are here, but Node may not have noticed the end.
  req.resume();
  placeOf(req)?.count(bytes.length);
  return bytes;
}

async function collect(req: IncomingMessage, source: Readable): Promise<Buffer> {
  const place = placeOf(req);
  const length = source === req ? declaredBytes(req) : 0;
  // A known length is read into one buffer, others into pieces.
  const whole = length > 0 ? Buffer.allocUnsafeSlow(length) : undefined;
  const pieces: Buffer[] = [];
  let size = 0;
  // A request is not destroyed with its iterator: its answer goes the same way.
  const parts = source.iterator({ destroyOnReturn: source !== req });
  try {
    for await (const piece of parts as AsyncIterable<Buffer>) {
      if (size + piece.length > maxBodyBytes) throw tooLarge();
      place?.count(piece.length);
      if (whole) piece.copy(whole, size);
      else pieces.push(piece);
      size += piece.length;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : cutOff();
  } finally {
    if (source !== req) req.unpipe();
  }
  // Behind what is compressed there may be more.
  if (source !== req) req.resume();
  return whole ?? Buffer.concat(pieces, size);
}

const tooLarge = () =>
  new ApiError('PAYLOAD_TOO_LARGE', 'The body is larger than 5 MB. Send less at a time.');

const cutOff = () =>
  new ApiError('INVALID_JSON', 'The body could not be read completely. Send it again.');
