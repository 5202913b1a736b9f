import mime from 'mime';
import { synonyms, toldApartBySender } from './media-type-tables.ts';

/** Of what nothing is known. */
export const unknownType = 'application/octet-stream';

const pattern = /^[a-z0-9][\w.+-]{0,126}\/[a-z0-9][\w.+-]{0,126}$/;

/** A declared media type without parameters, in its registered spelling; undefined for an invalid one. */
export function mediaType(declared: string | undefined): string | undefined {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  return pattern.test(type) ? (synonyms.get(type) ?? type) : undefined;
}

const parameter = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})"?\s*(;|$)/i;

/**
 * A declared media type with the charset of a text, if one is declared that is not UTF-8, which all texts are taken
 * for: as
 * `text/plain; charset=iso-8859-1`. One that there is no way to read is left out.
 */
export function typeWithCharset(declared: string | undefined): string | undefined {
  const type = mediaType(declared);
  const charset = parameter.exec(declared ?? '')?.[1]?.toLowerCase();
  if (!type?.startsWith('text/') || charset === undefined) return type;
  const decoder = decoderOf(charset);
  return decoder && decoder.encoding !== 'utf-8' ? `${type}; charset=${charset}` : type;
}

/** A media type without its charset. */
export const bareType = (type: string): string => type.split(';', 1)[0] as string;

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}

/**
 * Determines the type of a file: by its bytes, if they show it; otherwise by its declared type or its name, as far as
 * the bytes do not contradict. Never more than that: a page of HTML that is sent as a picture is neither.
 * @param head the beginning of the file, or all of it
 */
export async function detectType(
  head: Buffer,
  declared: string | undefined,
  filename: string,
): Promise<string> {
  const named = mediaType(mime.getType(filename) ?? undefined);
  const claims = [typeWithCharset(declared), named].filter(
    (type) => type !== undefined && type !== unknownType,
  ) as string[];
  // Loaded with the first file: it is many modules.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = mediaType((await fileTypeFromBuffer(head))?.mime);
  if (found !== undefined) return claims.find((claim) => toldApartBySender(found, claim)) ?? found;
  const isText = isTextIn('utf-8', head);
  // Windows takes CSV for Excel: where one claim does not fit, the next may.
  const fitting = claims.find((claim) => {
    const charset = parameter.exec(claim)?.[1];
    if (charset !== undefined) return isTextIn(charset, head);
    return isTextual(claim) ? isText : !hasMagic.test(claim);
  });
  if (fitting !== undefined) return fitting;
  return claims.length === 0 && isText && head.length > 0 ? 'text/plain' : unknownType;
}

/** Formats with a magic number: a file without it has another format. */
const hasMagic =
  /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip|rtf|msword|x-(7z|tar|bzip2|xz|sqlite3).*|vnd\.(rar|openxml|oasis|ms-).*|epub\+zip|wasm|x-msdownload|java-archive)/;

const isTextual = (type: string): boolean =>
  type.startsWith('text/') ||
  /[+/](json|xml|yaml|x-sh|sql|csv|ndjson|jsonl|toml|graphql)$/.test(type);

/** Text of a charset without NUL, as far as it goes: a character may be cut at the end of the head. */
function isTextIn(charset: string, head: Buffer): boolean {
  try {
    return !decoderOf(charset)?.decode(head, { stream: true }).includes('\0');
  } catch {
    return false;
  }
}
