import type { IncomingMessage, ServerResponse } from 'node:http';
import { create as disposition } from 'content-disposition';
import type { Logger } from 'pino';
import type { Config } from '../../ground/config/config.ts';
import { ApiError } from '../../ground/errors.ts';
import { type ByteRange, type Storage, StorageError } from '../../storage/storage.ts';
import { isActive, servedType } from './active.ts';
import { isSameFor, judgeConditions, type Validators } from './conditions.ts';
import { rangeOf } from './range.ts';

/** Bytes to be sent, and what is known of them. */
export interface Content {
  storage_key: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** SHA-256 in hex: their ETag. */
  checksum: string;
  updated_at: string;
  /** Where they are in memory, and not in the storage. */
  bytes?: Buffer;
}

/** The request that is answered, and where the bytes are. */
interface Sending {
  req: IncomingMessage;
  res: ServerResponse;
  ctx: { headers?: Record<string, string>; requestId: string };
  services: { config: Config; storage: Storage; log: Logger };
}

export interface SendOptions {
  /** As a file to be saved, not to be shown. */
  isDownload?: boolean;
  cacheControl: string;
  headers?: Record<string, string>;
}

/** Up to so much is read at once and sent in one piece. */
const smallBytes = 256 * 1024;

/**
 * The rights of a browser that shows a file: to draw it. No script runs in it, and it is of no origin, so that a page
 * of one tenant's can do nothing to another's, nor to the API.
 */
const contentPolicy =
  "default-src 'none'; img-src data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Players load what they play from its origin, which a sandboxed document has only when it is given back. */
const policyOf = (mimeType: string): string =>
  /^(audio|video)\//.test(mimeType) ? `${contentPolicy} allow-same-origin` : contentPolicy;

type Headers = Record<string, string | number>;

/**
 * Answers with bytes (RFC 9110): conditional requests, one range, HEAD.
 * @throws 412 PRECONDITION_FAILED, 416 RANGE_NOT_SATISFIABLE, 500 when the storage does not have them
 */
export async function sendContent(
  call: Sending,
  content: Content,
  options: SendOptions,
): Promise<void> {
  const { req, res, ctx, services } = call;
  const validators: Validators = {
    etag: `"${content.checksum}"`,
    lastModified: new Date(content.updated_at).toUTCString(),
  };
  const headers: Headers = {
    ...ctx.headers,
    ...options.headers,
    ETag: validators.etag,
    'Last-Modified': validators.lastModified,
    'Accept-Ranges': 'bytes',
    'Cache-Control': options.cacheControl,
    // A copy that an <img> has put into a cache lacks the headers that a page of another origin needs to fetch it.
    ...(services.config.corsOrigins.length > 0 ? { Vary: 'Origin' } : {}),
    'Content-Security-Policy': policyOf(content.mime_type),
  };
  const verdict = judgeConditions(req.headers, validators);
  if (verdict === 'failed')
    throw new ApiError(
      'PRECONDITION_FAILED',
      `The file has changed since If-Match or If-Unmodified-Since: its ETag is ${validators.etag}. Download it again.`,
    );
  if (verdict === 'unchanged') {
    res.writeHead(304, headers).end();
    return;
  }
  const range = wantedRange(call, content.size_bytes, validators);
  addContentHeaders(headers, content, options.isDownload === true, range);
  await sendBytes(call, content, headers, range);
}

/** Says what the bytes are that follow. */
function addContentHeaders(
  headers: Headers,
  { filename, mime_type, size_bytes: size }: Content,
  isDownload: boolean,
  range: ByteRange | undefined,
): void {
  headers['Content-Type'] = servedType(mime_type);
  headers['Content-Disposition'] = disposition(filename, {
    type: isDownload || isActive(mime_type) ? 'attachment' : 'inline',
  });
  headers['Content-Length'] = range ? range.end - range.start + 1 : size;
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
}

async function sendBytes(
  { req, res, ctx, services: { storage, log } }: Sending,
  { storage_key: key, size_bytes: size, bytes: ready }: Content,
  headers: Headers,
  range: ByteRange | undefined,
): Promise<void> {
  const status = range ? 206 : 200;
  if (req.method === 'HEAD') {
    res.writeHead(status, headers).end();
    return;
  }
  if (ready) {
    res.writeHead(status, headers).end(range ? ready.subarray(range.start, range.end + 1) : ready);
    return;
  }
  // Read or opened before the status is sent: what is missing is an error, not a broken answer.
  if (!range && size <= smallBytes) {
    const bytes = await storage.read(key);
    if (bytes.length !== size) throw new StorageError('not_there', 'cut short');
    res.writeHead(status, headers).end(bytes);
    return;
  }
  const found = await storage.find(key, range ?? { start: 0, end: size - 1 });
  res.writeHead(status, headers);
  try {
    await found.sendTo(res);
    res.end();
  } catch (error) {
    // The storage failed, or the client went away: what was promised cannot be sent any more.
    const hasLeft = res.destroyed || !res.socket || res.socket.destroyed;
    res.destroy();
    if (!hasLeft)
      log.error({ err: error, request_id: ctx.requestId }, 'a file was not sent completely');
  }
}

/** The range that is to be sent, if the client has the beginning of these very bytes. Only GET has ranges (14.2). */
function wantedRange(
  { req }: Sending,
  size: number,
  validators: Validators,
): ByteRange | undefined {
  const ifRange = req.headers['if-range'] as string | undefined;
  if (req.method !== 'GET' || !isSameFor(ifRange, validators)) return undefined;
  const range = rangeOf(req.headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new ApiError(
    'RANGE_NOT_SATISFIABLE',
    `The file has ${size} bytes, and none where the range begins. Ask for less, or for the whole file.`,
    { details: { size_bytes: size } },
    { 'Content-Range': `bytes */${size}`, 'Accept-Ranges': 'bytes' },
  );
}
