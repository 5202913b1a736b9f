import { hash } from 'node:crypto';

/**
 * The ETag of a record that has no version number: its `updated_at`, which is all that If-Match minds (see
 * app.record_tag), and a hash of what else the answer shows, such as when a job ran last, for If-None-Match.
 * @param record its JSON
 */
export function etagOf(record: string): string {
  const { updated_at }: { updated_at?: string | null } = JSON.parse(record);
  return `"${updated_at ?? 0};${hash('sha256', record).slice(0, 8)}"`;
}

/**
 * Whether `If-None-Match` names the ETag of an answer: `*`, or a list that holds it, weak or not
 * (RFC 9110, section 13.1.2).
 */
export function namesEtag(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
