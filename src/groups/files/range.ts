import type { ByteRange } from '../../storage/storage.ts';

/**
 * The one range of bytes that a `Range` asks for (RFC 9110, section 14.1.2). An invalid one, and a list of several, is
 * ignored, which the RFC allows: all of the file answers any of them, and no list can be made to cost more than that. So are the
 * last bytes of an empty file, which the RFC calls satisfiable, and for which no Content-Range could be written.
 * (The package range-parser takes a suffix that is longer than the file for unsatisfiable; it means all of it.)
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  const isSuffix = first === '';
  if (!isSuffix && last !== '' && Number(last) < Number(first)) return undefined;
  const start = isSuffix ? Math.max(0, size - Number(last)) : Number(first);
  if (isSuffix && size === 0 && Number(last) > 0) return undefined;
  const end = isSuffix || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start < size ? { start, end } : 'unsatisfiable';
}
