import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import type { Route } from '../../operations/route.ts';
import { isUntouched, settleHeaders } from './usual-headers.ts';

/**
 * Where compressing begins to pay, in bytes. Measured: about 0.1 ms of a core whatever the size, a third of what a whole
 * request costs; it saves nine tenths of 8 kB, and of one object of 1 kB hardly a packet.
 */
const threshold = 8 * 1024;

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** On threads of their own (libuv's pool). Level 1: half the time of level 6, for a twentieth more bytes. */
const compress = compression({
  threshold: 0,
  level: 1,
  filter: () => true,
}) as object as Middleware;

/** For what is the same each time, pages and their parts: brotli or gzip, by what the client takes. */
export const compressPages = compression({ threshold: 1024 }) as object as Middleware;

/** As `compression` says it where the client takes nothing that is compressed. */
const varies = { Vary: 'Accept-Encoding' };

/** Whether the answers of a route may be compressed: see `isUncompressed`. */
export const isCompressible = (
  route: Pick<Route, 'isUncompressed' | 'hasSecret'> | undefined,
): boolean => route !== undefined && !route.hasSecret && !route.isUncompressed;

/**
 * Has `send` write an answer of so many bytes, compressed when it is large and the client takes it.
 * @param send is given further headers
 */
export function sendCompressed(
  res: ServerResponse,
  bytes: number,
  send: (more?: Record<string, string>) => void,
): void {
  if (bytes < threshold) send();
  else if (!res.req.headers['accept-encoding'] && isUntouched(res)) send(varies);
  else {
    settleHeaders(res);
    compress(res.req, res, () => send());
  }
}
