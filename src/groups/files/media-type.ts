import mime from 'mime';
import { synonyms, toldApartBySender } from './media-type-tables.ts';

/** Of what nothing is known. */
export const unknownType = 'application/octet-stream';

const pattern = /^[a-z0-9][\w.+-]{0,126}\/[a-z0-9][\w.+-]{0,126}$/;

/** A declared media type without parameters, in its registered spelling; undefined for what is none. */
export function mediaType(declared: string | undefined): string | undefined {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return pattern.test(type) ? (synonyms.get(type) ?? type) : undefined;
}

/**
 * What a file is: told by its bytes, where they tell; else what its sender or its name says, as far as the bytes do not
 * speak against it. Never more than that: a page of HTML that is sent as a picture is neither.
 * @param head the beginning of the file, or all of it
 */
export async function detectType(
  head: Buffer,
  declared: string | undefined,
  filename: string,
): Promise<string> {
  const claims = [mediaType(declared), mediaType(mime.getType(filename) ?? undefined)].filter(
    (type) => type !== undefined && type !== unknownType,
  ) as string[];
  // Loaded with the first file: it is many modules.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = mediaType((await fileTypeFromBuffer(head))?.mime);
  if (found !== undefined) return claims.find((claim) => toldApartBySender(found, claim)) ?? found;
  const isText = isUtf8(head);
  // Windows takes CSV for Excel: where one claim does not fit, the next may.
  const fitting = claims.find((claim) => (isTextual(claim) ? isText : !hasMagic.test(claim)));
  if (fitting !== undefined) return fitting;
  return claims.length === 0 && isText && head.length > 0 ? 'text/plain' : unknownType;
}

/** Formats with a magic number: without it, a file is none of them. */
const hasMagic =
  /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip|rtf|msword|x-(7z|tar|bzip2|xz|sqlite3).*|vnd\.(rar|openxml|oasis|ms-).*|epub\+zip|wasm|x-msdownload|java-archive)/;

const isTextual = (type: string): boolean =>
  type.startsWith('text/') ||
  /[+/](json|xml|yaml|x-sh|sql|csv|ndjson|jsonl|toml|graphql)$/.test(type);

/** UTF-8 without NUL, as far as it goes: a character may be cut at the end of the head. */
function isUtf8(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
