import { streamBody } from '../../../ground/bodies/body-stream.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { StorageError } from '../../../storage/storage.ts';
import { complete } from '../complete.ts';
import {
  checkTusVersion,
  readMetadata,
  readUploadLength,
  readUploadOffset,
  refuseExtensions,
} from '../resumable/headers.ts';
import { offsetType } from '../resumable/protocol.ts';
import { addPiece, beginPieces, countPieces } from '../resumable/store.ts';
import { takeOver } from '../resumable/take-over.ts';

/*
 * The methods of tus on the stores of its own library. Not its server: that one has its own ids, errors and answers, and
 * would authenticate callers in other places than the rest of the API.
 */

interface OfUpload {
  file_id: string;
}

/** An upload as the database knows it. */
interface Begun {
  file_id: string;
  storage_key: string;
  size_bytes: number;
  expires_at: string;
  /** All of them are stored: the upload is complete. */
  has_bytes: boolean;
  /** Upload-Metadata as its client gave it; null for one without. */
  upload_metadata: string | null;
}

/** POST /v1/files/resumable: a slot, and maybe its first bytes (creation-with-upload). */
export async function createUpload(call: HandlerCall): Promise<string> {
  const { req, ask, services } = call;
  await ask('file_upload_check', {});
  checkTusVersion(req.headers);
  refuseExtensions(req.headers);
  const size_bytes = readUploadLength(req.headers);
  const upload_metadata = req.headers['upload-metadata'];
  const fields = { ...readMetadata(upload_metadata), size_bytes };
  const begun = await ask<Begun>('file_resumable_create', {
    ...fields,
    ...(upload_metadata ? { upload_metadata } : {}),
  });
  const { file_id, storage_key } = begun;
  const own = { ...call, args: { file_id } };
  try {
    await beginPieces(services.storage, storage_key, size_bytes);
  } catch (error) {
    await ask('file_resumable_delete', { file_id });
    throw error;
  }
  tell(call, { Location: `/v1/files/resumable/${file_id}` });
  if (isOffsetType(call) || size_bytes === 0)
    return answer(call, begun, await receive(own, begun, 0));
  return answer(call, begun, 0);
}

/** GET and HEAD /v1/files/resumable/:file_id */
export async function lookAtUpload(call: HandlerCall<OfUpload>): Promise<string> {
  checkTusVersion(call.req.headers);
  const begun = await find(call);
  const count = () => countPieces(call.services.storage, begun.storage_key);
  // HEAD asks where to continue: a request that is still sending is stopped first. GET only looks.
  const offset = begun.has_bytes
    ? begun.size_bytes
    : await orNotFound(
        begun,
        call.req.method === 'HEAD' ? takeOver(begun.storage_key, count) : count(),
      );
  tell(call, {
    'Upload-Length': String(begun.size_bytes),
    'Cache-Control': 'no-store',
    ...(begun.upload_metadata ? { 'Upload-Metadata': begun.upload_metadata } : {}),
  });
  return answer(call, begun, offset);
}

/** PATCH /v1/files/resumable/:file_id: the next bytes; with the last ones the file is ready. */
export async function continueUpload(call: HandlerCall<OfUpload>): Promise<undefined> {
  checkTusVersion(call.req.headers);
  refuseExtensions(call.req.headers);
  const begun = await find(call);
  if (!isOffsetType(call))
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the bytes with Content-Type: ${offsetType}.`,
    );
  const offset = await receive(call, begun, readUploadOffset(call.req.headers));
  answer(call, begun, offset);
  call.res.writeHead(204, call.ctx.headers).end();
}

/** DELETE /v1/files/resumable/:file_id: of a complete upload, the file goes to the trash. */
export async function giveUpUpload(call: HandlerCall<OfUpload>): Promise<undefined> {
  const { args, req, ask, services } = call;
  checkTusVersion(req.headers);
  const { pieces_key: key } = await ask<{ pieces_key: string | null }>(
    'file_resumable_delete',
    args,
  );
  if (key !== null) await takeOver(key, () => services.storage.dropUpload(key));
  call.res.writeHead(204, call.ctx.headers).end();
}

const find = ({ ask, args: { file_id } }: HandlerCall<OfUpload>): Promise<Begun> =>
  ask('file_resumable_get', { file_id });

const isOffsetType = ({ req }: Pick<HandlerCall, 'req'>): boolean =>
  req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === offsetType;

/** Takes the bytes of a request, which begin at `offset`. @returns where the upload stands now */
async function receive(call: HandlerCall<OfUpload>, begun: Begun, offset: number): Promise<number> {
  const { req, res, services } = call;
  const { storage_key, size_bytes } = begun;
  return takeOver(storage_key, async (stop) => {
    const at = begun.has_bytes
      ? size_bytes
      : await orNotFound(begun, countPieces(services.storage, storage_key));
    if (offset !== at)
      throw new ApiError(
        'INVALID_STATE',
        `The upload is at ${at}, not at ${offset}. Ask with HEAD, and continue from there.`,
      );
    const left = size_bytes - offset;
    if (Number(req.headers['content-length'] ?? 0) > left) throw tooMany(size_bytes);
    if (begun.has_bytes) return at;
    const { reached, hasMore } =
      // An empty file is put together too.
      left > 0 || size_bytes === 0
        ? await addPiece(
            services.storage,
            storage_key,
            offset,
            streamBody(req, res, { stop }),
            left,
          )
        : { reached: offset, hasMore: false };
    if (hasMore) throw tooMany(size_bytes);
    // The type that a client assumes is a hint: it does not look into the file.
    if (reached === size_bytes) await complete(call, 'file_resumable_patch', false);
    return reached;
  });
}

const tooMany = (size: number) =>
  new ApiError('PAYLOAD_TOO_LARGE', `This is more than the ${size} bytes of Upload-Length.`);

async function orNotFound(begun: Begun, counted: Promise<number>): Promise<number> {
  return counted.catch((error: unknown) => {
    if (!(error instanceof StorageError && error.fault === 'not_there')) throw error;
    throw new ApiError(
      'NOT_FOUND',
      `The file ${begun.file_id} is not being uploaded here. Start with POST /v1/files/resumable.`,
      { details: { resource: 'upload' } },
    );
  });
}

function tell({ ctx }: Pick<HandlerCall, 'ctx'>, headers: Record<string, string>): void {
  ctx.headers = { ...ctx.headers, ...headers };
}

function answer(call: Pick<HandlerCall, 'ctx'>, begun: Begun, offset: number): string {
  const { file_id, size_bytes, expires_at } = begun;
  tell(call, {
    'Upload-Offset': String(offset),
    // A complete upload does not expire.
    ...(offset < size_bytes ? { 'Upload-Expires': new Date(expires_at).toUTCString() } : {}),
  });
  return JSON.stringify({
    file_id,
    upload_offset: offset,
    upload_length: size_bytes,
    expires_at,
  });
}
