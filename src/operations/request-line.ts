import type { IncomingMessage } from 'node:http';
import { countHeader } from '../ground/bodies/raw-headers.ts';
import { ApiError } from '../ground/errors.ts';

/**
 * Makes a path of whatever stands where a path should: clients may send a whole address, whose host then stands for the header
 * Host (RFC 9112, section 3.2.2), and Express ends without an answer at what is neither.
 */
export function normalizeUrl(req: IncomingMessage): void {
  const url = req.url ?? '';
  if (url.startsWith('/')) return;
  const address = /^https?:/i.test(url) ? URL.parse(url) : null;
  if (address) req.headers.host = address.host;
  req.url = address ? address.pathname + address.search : `/${url}`;
}

export const maxUrlLength = 8000;

/**
 * Checks the properties that every request must have.
 * @throws 414, or 400 for HTTP/1.1 without Host, or with two (RFC 9112, section 3.2)
 */
export function checkRequestLine(req: IncomingMessage): void {
  if (req.url !== undefined && req.url.length > maxUrlLength)
    throw new ApiError('URI_TOO_LONG', 'The address is longer than 8,000 characters.');
  const hosts = countHeader(req.rawHeaders, 'host');
  if (hosts > 1 || (hosts === 0 && req.httpVersion === '1.1'))
    throw ApiError.invalid('Host', 'once', 'must be given once');
}

/** 404 ROUTE_NOT_FOUND, or 400 for a path that no route could ever match. */
export function nothingAt(req: Pick<IncomingMessage, 'method' | 'url'>, baseUrl: string): ApiError {
  const path = (req.url ?? '').replace(/\?.*/s, '');
  if (!isEncoded(path))
    return ApiError.invalid('path', 'invalid_encoding', 'has a % that is not a valid escape');
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return new ApiError(
    'ROUTE_NOT_FOUND',
    `There is nothing at ${req.method} ${shown}. See ${baseUrl}/docs.`,
  );
}

function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
