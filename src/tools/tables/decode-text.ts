import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../ground/errors.ts';

export const encodings = [
  'auto',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
] as const;
export type Encoding = (typeof encodings)[number];
/** One that was detected, or given. */
export type KnownEncoding = Exclude<Encoding, 'auto'>;

const newline = 0x0a;
/** Shows what UTF-16 without a mark looks like; the rest of a file looks the same. */
const sampleLength = 65_536;

/**
 * The text of a file, without its byte order mark. Of itself it is found to be UTF-8, or UTF-16 by its mark or its zeros:
 * any bytes are windows-1252, so that has to be given.
 * @throws 400 for bytes of another encoding; in UTF-8 it names the first line of them
 */
export function decodeText(
  bytes: Buffer,
  encoding: Encoding = 'auto',
): { text: string; encoding: KnownEncoding } {
  const found = encoding === 'auto' ? (encodingOf(bytes) ?? 'utf-8') : encoding;
  if (found === 'utf-8' && !isUtf8(bytes)) {
    throw ApiError.invalid(
      'data',
      'invalid_utf8',
      `line ${firstBrokenLine(bytes)} is not valid UTF-8. Save the file as UTF-8, or name its encoding, such as windows-1252`,
    );
  }
  try {
    return { text: new TextDecoder(found, { fatal: true }).decode(bytes), encoding: found };
  } catch {
    throw ApiError.invalid(
      'data',
      `invalid_${found.replace('-', '').replaceAll('-', '_')}`,
      `is not valid ${found.toUpperCase()}. Save the file in UTF-8`,
    );
  }
}

/** UTF-16 by its mark, or by the zeros that most of its characters have; undefined for anything else. */
export function encodingOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, sampleLength);
  if (isEncodedAs(sample, 1)) return 'utf-16le';
  return isEncodedAs(sample, 0) ? 'utf-16be' : undefined;
}

/**
 * Whether a text without a mark has a zero at the place (0 or 1) in many pairs, and in those of its line ends: a stray
 * NUL in UTF-8 does not count.
 */
function isEncodedAs(sample: Buffer, place: 0 | 1): boolean {
  let zeros = 0;
  let ends = 0;
  let others = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    const isZero = sample[at + place] === 0;
    const [char, high] = [sample[at + 1 - place], sample[at + place]];
    if (isZero) zeros++;
    if (isZero && (char === newline || char === 0x0d)) ends++;
    else if (char === newline || high === newline) others++;
  }
  return zeros * 20 > sample.length && ends > others;
}

/** No character of UTF-8 has the byte of a line's end within it, so lines can be judged one by one. */
function firstBrokenLine(bytes: Buffer): number {
  for (let line = 1, start = 0; ; line++) {
    const at = bytes.indexOf(newline, start);
    const end = at < 0 ? bytes.length : at;
    if (at < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}
