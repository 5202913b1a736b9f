import { isUtf8 } from 'node:buffer';
import { ApiError } from '../../errors.ts';

const newline = 0x0a;

/**
 * The text of a file: UTF-8, or UTF-16 when its byte order mark says so. The mark is left out.
 * @throws 400 that names the first line which is not UTF-8
 */
export function decodeText(bytes: Buffer): string {
  const encoding = utf16Of(bytes);
  if (encoding) return decodeUtf16(bytes, encoding);
  if (!isUtf8(bytes)) {
    throw ApiError.invalid(
      'data',
      'invalid_utf8',
      `line ${firstBrokenLine(bytes)} is not valid UTF-8. Save the file in UTF-8`,
    );
  }
  return new TextDecoder('utf-8').decode(bytes);
}

function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function decodeUtf16(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw ApiError.invalid('data', 'invalid_utf16', 'is not valid UTF-16. Save the file in UTF-8');
  }
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
