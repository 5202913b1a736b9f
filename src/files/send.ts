import { pipeline } from 'node:stream/promises';
import { create as disposition } from 'content-disposition';
import parseRange from 'range-parser';
import { namesEtag } from '../http/etag.ts';
import type { HandlerCall } from '../http/handler.ts';
import type { ByteRange } from '../storage/storage.ts';
import { isActive } from './active.ts';

/** Bytes to be sent, and what is known of them. */
export interface Content {
  storage_key: string;
  filename: string;
  mime_type: string;
  size_bytes: number;
  /** SHA-256 in hex: their ETag. */
  checksum: string;
  updated_at: string;
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
 * What a browser may do with a file that it shows: draw it. No script runs in it, and it is of no origin, so that a page
 * of one tenant's can do nothing to another's, nor to the API.
 */
const contentPolicy =
  "default-src 'none'; img-src data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Answers with bytes (RFC 9110): conditional requests, one range, HEAD. */
export async function sendContent(
  { req, res, ctx, services: { storage } }: HandlerCall,
  content: Content,
  options: SendOptions,
): Promise<void> {
  const { storage_key, size_bytes: size, mime_type } = content;
  const etag = `"${content.checksum}"`;
  const headers: Record<string, string | number> = {
    ...ctx.headers,
    ...options.headers,
    ETag: etag,
    'Last-Modified': new Date(content.updated_at).toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': options.cacheControl,
    'Content-Security-Policy': contentPolicy,
  };
  if (namesEtag(req.headers['if-none-match'], etag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const ifRange = req.headers['if-range'] as string | undefined;
  const range = rangeOf(req.headers.range, ifRange, etag, size);
  if (range === 'unsatisfiable') {
    res.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const length = range ? range.end - range.start + 1 : size;
  const isAttached = options.isDownload || isActive(mime_type);
  Object.assign(headers, {
    'Content-Type': withCharset(mime_type),
    'Content-Length': length,
    'Content-Disposition': disposition(content.filename, {
      type: isAttached ? 'attachment' : 'inline',
    }),
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  });
  const status = range ? 206 : 200;
  if (req.method === 'HEAD') {
    res.writeHead(status, headers).end();
    return;
  }
  if (!range && size <= smallBytes) {
    const bytes = await storage.read(storage_key);
    res.writeHead(status, headers).end(bytes);
    return;
  }
  // Opened before the status is sent: what is missing is an error, not a broken answer.
  const stream = await storage.open(storage_key, range);
  res.writeHead(status, headers);
  // The client went away, or the storage did: what was promised cannot be sent any more.
  await pipeline(stream, res).catch(() => res.destroy());
}

/** One range; several are answered with all of it, which is allowed and cannot be made to cost more than that. */
function rangeOf(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const ranges = parseRange(size, header);
  if (ranges === -2) return undefined;
  if (ranges === -1) return 'unsatisfiable';
  return ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}

const withCharset = (type: string): string =>
  type.startsWith('text/') ? `${type}; charset=utf-8` : type;
