import { streamBody } from '../../../ground/bodies/body-stream.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { PutOptions } from '../../../storage/storage.ts';
import { type Declared, describeDeclared } from '../declared.ts';
import { keep } from '../keep.ts';
import { bareType, typeWithCharset, unknownType } from '../media-type.ts';
import { maxSlotBytes } from '../shapes.ts';
import { readSignature, type SignedQuery } from '../signed-request.ts';

/** The expected bytes: those that a slot waits for, or the next version of a ready file. */
interface Wanted extends Declared {
  is_slot: boolean;
}

/** POST and PUT /v1/files/:file_id/upload-put: the bytes as they are, by a slot's own token or by a bearer's. */
export async function putBytes(
  call: HandlerCall<SignedQuery & { if_match?: unknown }>,
): Promise<AnyAnswer> {
  const { args, req, res, caller, run, ask, services } = call;
  const { file_id, if_match } = args;
  const signed = readSignature(call, { method: 'PUT', what: '', isDownload: false });
  const who = { file_id, ...(signed && { signed }), ...(if_match !== undefined && { if_match }) };
  const wanted = await ask<Wanted>('file_upload_begin', who);
  const declared = declaredOf(req.headers['content-type'], wanted);
  const options = sizeOf(req.headers['content-length'], wanted);
  const body = streamBody(req, res);
  const stored = await services.storage.put(caller.tenant, body, options);
  const made = await describeDeclared(services.storage, stored, declared);
  return keep(call, made, () => run('file_upload_put', { ...who, made }));
}

/** The requirements for the bytes. A header that only means "bytes" tells nothing: curl sends one of its own. */
function declaredOf(header: string | undefined, { is_slot, filename, mime_type }: Wanted) {
  const sent = typeWithCharset(header) ?? unknownType;
  const says = sent !== unknownType && sent !== 'application/x-www-form-urlencoded';
  if (!is_slot) return { filename, mime_type: says ? sent : unknownType };
  const isSame = sent === mime_type || bareType(sent) === mime_type || sent === bareType(mime_type);
  if (says && mime_type !== unknownType && !isSame)
    throw ApiError.invalid(
      'Content-Type',
      'wrong_type',
      `must be ${mime_type}, as declared, or be left out`,
    );
  // The one of both that names the charset.
  return { filename, mime_type: says && bareType(sent) === mime_type ? sent : mime_type };
}

/** @throws for a wrong length, before anything is read */
function sizeOf(header: string | undefined, { is_slot, size_bytes }: Wanted): PutOptions {
  const length = header === undefined ? undefined : Number(header);
  if (!is_slot) {
    if (length !== undefined && length > maxSlotBytes)
      throw new ApiError('PAYLOAD_TOO_LARGE', 'A file may have up to 5 GB.');
    return { maxBytes: maxSlotBytes };
  }
  if (length !== undefined && length !== size_bytes)
    throw ApiError.invalid(
      'body',
      'wrong_size',
      `must have the declared ${size_bytes} bytes, not ${length}`,
    );
  return { maxBytes: maxSlotBytes, exactBytes: size_bytes };
}
