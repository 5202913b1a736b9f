/**
 * Whether `If-None-Match` names the ETag of an answer: `*`, or a list that holds it, weak or not
 * (RFC 9110, section 13.1.2).
 */
export function namesEtag(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
