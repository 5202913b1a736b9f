import type { IncomingHttpHeaders } from 'node:http';
import { namesEtag } from '../../ground/shapes/etag.ts';

/** Validators that distinguish the states of some bytes. */
export interface Validators {
  /** In quotes; a strong one. */
  etag: string;
  /** An HTTP date, in whole seconds. */
  lastModified: string;
}

/**
 * Evaluates the conditions of a GET or HEAD in the order of RFC 9110, section 13.2.2: the dates count only where there
 * is no ETag, and an invalid date is not a condition.
 * @returns `failed` is answered with 412, `unchanged` with 304
 */
export function judgeConditions(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): 'failed' | 'unchanged' | undefined {
  const modified = Date.parse(lastModified);
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!namesStrongly(ifMatch, etag)) return 'failed';
  } else if (modified > (readDate(headers['if-unmodified-since']) ?? Number.POSITIVE_INFINITY)) {
    return 'failed';
  }
  if (headers['if-none-match'] !== undefined)
    return namesEtag(headers['if-none-match'], etag) ? 'unchanged' : undefined;
  const since = readDate(headers['if-modified-since']);
  return since !== undefined && modified <= since ? 'unchanged' : undefined;
}

/** Whether what a client has of the bytes is still a part of them, so that it may be sent the rest (13.1.5). */
export function isSameFor(
  ifRange: string | undefined,
  { etag, lastModified }: Validators,
): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}

const namesStrongly = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);

function readDate(header: string | undefined): number | undefined {
  const time = header?.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
