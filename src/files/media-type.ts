import { fileTypeFromBuffer } from 'file-type';
import mime from 'mime';

/** Of what nothing is known. */
export const unknownType = 'application/octet-stream';

const pattern = /^[a-z0-9][\w.+-]{0,126}\/[a-z0-9][\w.+-]{0,126}$/;
/** Names that are in use beside the registered one. */
const synonyms: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'text/xml': 'application/xml',
  'text/javascript': 'application/javascript',
  'application/x-zip-compressed': 'application/zip',
};

/** A declared media type without parameters, in its usual spelling; undefined for what is none. */
export function mediaType(declared: string | undefined): string | undefined {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return pattern.test(type) ? (synonyms[type] ?? type) : undefined;
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
  const said = mediaType(declared);
  const claimed =
    (said === unknownType ? undefined : said) ?? mediaType(mime.getType(filename) ?? undefined);
  const found = mediaType((await fileTypeFromBuffer(head))?.mime);
  if (found !== undefined) {
    // SVG is XML, and so is more that only its sender can tell apart.
    if (found === 'application/xml' && claimed?.endsWith('+xml')) return claimed;
    return found;
  }
  if (claimed === undefined) return isText(head) && head.length > 0 ? 'text/plain' : unknownType;
  if (isTextual(claimed)) return isText(head) ? claimed : unknownType;
  // A format with a magic number that is not there.
  return hasMagic.test(claimed) ? unknownType : claimed;
}

const hasMagic =
  /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip|x-(7z|rar|tar|bzip2|xz).*|vnd\.(openxml|oasis|ms-).*|epub\+zip|wasm|x-msdownload|java-archive)/;

const isTextual = (type: string): boolean =>
  type.startsWith('text/') ||
  /[+/](json|xml|yaml|javascript|x-yaml|x-sh|sql|csv|ndjson|jsonl|toml|graphql)$/.test(type);

/** UTF-8 without NUL, as far as it goes: a character may be cut at the end of the head. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
