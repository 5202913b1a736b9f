import type { IncomingHttpHeaders } from 'node:http';
import { Metadata } from '@tus/server';
import { ApiError } from '../../../ground/errors.ts';
import { nfc } from '../../../ground/shapes/canonical.ts';
import { checkTexts } from '../../../operations/input.ts';
import { typeWithCharset, unknownType } from '../media-type.ts';
import { cleanName } from '../name.ts';
import { maxSlotBytes, ResumableFields } from '../shapes.ts';
import { tusVersion } from './protocol.ts';

type Headers = IncomingHttpHeaders;

/** @throws 412 for another version of the protocol. A client that names none is assumed to speak this one. */
export function checkTusVersion(headers: Headers): void {
  const version = headers['tus-resumable'] ?? tusVersion;
  if (version === tusVersion) return;
  throw new ApiError(
    'PRECONDITION_FAILED',
    `This server speaks tus ${tusVersion}. Send Tus-Resumable: ${tusVersion}.`,
    {},
    { 'Tus-Version': tusVersion },
  );
}

function readNumber(headers: Headers, name: string, remedy: string): number {
  const text = headers[name.toLowerCase()];
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw ApiError.invalid(name, 'invalid_number', remedy);
}

/** The size of the whole upload. @throws 400, 413 */
export function readUploadLength(headers: Headers): number {
  const size = readNumber(
    headers,
    'Upload-Length',
    'must be the size of the file in bytes: space for it is reserved before it arrives',
  );
  if (size > maxSlotBytes) throw new ApiError('PAYLOAD_TOO_LARGE', 'A file may have up to 5 GB.');
  return size;
}

/**
 * Refuses what belongs to extensions that this server does not announce. Passed over, it would do something else: parts would
 * be files, and a checksum would be held against nothing.
 * @throws 400
 */
export function refuseExtensions(headers: Headers): void {
  const offered = 'Tus-Extension in the answer to OPTIONS lists the supported ones';
  for (const [name, what] of Object.entries({
    'Upload-Concat': 'concatenation is not offered: send the file as one upload',
    'Upload-Defer-Length': 'a deferred length is not supported: send Upload-Length',
    'Upload-Checksum': 'checksums of parts are not offered: compare checksum_sha256 of the file',
  }))
    if (headers[name.toLowerCase()] !== undefined)
      throw ApiError.invalid(name, 'not_offered', `cannot be used here, ${what}. ${offered}`);
}

/** Where the bytes of a request begin. @throws 400 */
export const readUploadOffset = (headers: Headers): number =>
  readNumber(headers, 'Upload-Offset', 'must be the offset of these bytes: ask for it with HEAD');

/**
 * Reads Upload-Metadata. Clients call name and type differently; what they take from a file picker may be no type at
 * all.
 * @throws 400
 */
export function readMetadata(header: string | string[] | undefined): Record<string, unknown> {
  const { name, filename = name, type, filetype = type, ...texts } = parse(header);
  const fields = checkTexts(ResumableFields, texts);
  return {
    ...fields,
    filename: cleanName(filename ?? ''),
    mime_type: typeWithCharset(filetype) ?? unknownType,
  };
}

function parse(header: string | string[] | undefined): Record<string, string> {
  if (typeof header !== 'string' || header.trim() === '') return {};
  let metadata: Record<string, string | null>;
  try {
    metadata = Metadata.parse(header);
  } catch {
    throw ApiError.invalid(
      'Upload-Metadata',
      'invalid_metadata',
      'must be different names with values in base64, such as "filename cGhvdG8uanBn,access cHVibGlj"',
    );
  }
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, nfc(value ?? '')]),
  );
}
