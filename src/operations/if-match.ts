import { ApiError } from '../ground/errors.ts';

/** The condition of `If-Match`: any version, or one of these tags. */
export type IfMatch = '*' | string[];

/** RFC 9110, section 8.8.3. */
const tag = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/y;
/** Between the members of a list, empty ones too (section 5.6.1). */
const gap = /[ \t]*(?:,[ \t]*)*/y;

/**
 * Reads `If-Match` (RFC 9110, section 13.1.1). A weak tag counts as its strong one: Insula's contain the version of a
 * record, not its bytes, and proxies that compress answers make them weak on the way.
 * @returns undefined where the header was not sent
 * @throws 400 for what is neither `*` nor a list of entity-tags
 */
export function readIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const tags: string[] = [];
  let at = skip(header, 0);
  while (at < header.length) {
    tag.lastIndex = at;
    const found = tag.exec(header);
    if (!found) throw broken();
    tags.push(found[1] as string);
    const end = at + found[0].length;
    at = skip(header, end);
    if (at < header.length && !header.slice(end, at).includes(',')) throw broken();
  }
  if (tags.length === 0) throw broken();
  return tags;
}

function skip(header: string, from: number): number {
  gap.lastIndex = from;
  return from + (gap.exec(header)?.[0].length ?? 0);
}

const broken = () =>
  ApiError.invalid(
    'If-Match',
    'invalid_etag',
    'must be the ETag of an answer, such as "3", several separated by commas, or *',
  );
