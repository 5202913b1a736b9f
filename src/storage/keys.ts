import { randomBytes } from 'node:crypto';

/**
 * Letters, digits, `_`, `-` and `.` between slashes, so that a key is the same text as a path, as a URL and in a header.
 * Any other key was put into the storage by someone else.
 */
export const isKey = (text: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(text) && !/(^|\/)\.{1,2}(\/|$)/.test(text);

/** Keys are only made here; this is the last door, not the first. @returns the key */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}

/**
 * A new key on a storage that has no rename: the name has to be there before the first byte, the checksum is known after
 * the last one.
 */
export function randomKey(tenant: string): string {
  const name = randomBytes(16).toString('hex');
  return `${tenant}/${name.slice(0, 2)}/${name}`;
}
