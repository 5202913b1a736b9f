import { ApiError } from '../../errors.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { StorageError } from '../../storage/storage.ts';
import { type Declared, describeDeclared } from './declared.ts';
import { keep } from './keep.ts';
import type { StoredFile } from './stored-file.ts';

/** An upload whose bytes do not come through upload-put: past us, or piece by piece. */
interface Pending extends Declared {
  storage_key: string;
}

/**
 * Makes a pending file ready: with the bytes that were put, or those that lie where pieces are uploaded.
 * @param operation of SQL: an app.file_complete
 * @param isBinding whether the type declared is enforced
 * @returns the answer of it
 * @throws 400 when they are not what was declared: the file fails for good
 */
export async function complete(
  call: HandlerCall,
  operation: string,
  isBinding = true,
): Promise<string> {
  const { ctx, run } = call;
  const { file_id, if_match } = call.args;
  const args = { file_id, ...(if_match !== undefined && { if_match }) };
  const pending: Pending | null = JSON.parse(await run('file_upload_pending', { file_id }));
  // Taking bytes in cannot be tried: a dry run answers as if none were there.
  const made = pending && !ctx.isDryRun ? await takeIn(call, pending, isBinding) : undefined;
  if (!made) return run(operation, args);
  return keep(call, made, () => run(operation, { ...args, made }));
}

/** @returns undefined when not all of them are there */
async function takeIn(
  call: HandlerCall,
  pending: Pending,
  isBinding: boolean,
): Promise<StoredFile | undefined> {
  const { caller, services } = call;
  const { storage_key, size_bytes } = pending;
  try {
    const options = { maxBytes: size_bytes, exactBytes: size_bytes };
    const stored = await services.storage.adopt(storage_key, caller.tenant, options);
    return await describeDeclared(call, stored, pending, isBinding);
  } catch (error) {
    const fault = error instanceof StorageError ? error.fault : undefined;
    if (fault === 'not_there' || fault === 'wrong_size') return undefined;
    if (fault === 'too_large')
      throw await fail(call, pending, ApiError.invalid('body', 'wrong_size', tooMany(pending)));
    throw error instanceof ApiError ? await fail(call, pending, error) : error;
  }
}

const tooMany = ({ size_bytes }: Pending) => `must have the declared size: ${size_bytes} bytes`;

/** Ends the upload: nothing that could still be sent would make it good. @returns why */
async function fail(
  { args: { file_id }, run, services: { storage } }: HandlerCall,
  { storage_key }: Pending,
  why: ApiError,
): Promise<ApiError> {
  await run('file_upload_fail', { file_id });
  await storage.dropUpload(storage_key);
  return new ApiError(
    why.code,
    `${why.message}. The file has failed; start a new upload.`,
    why.extras,
  );
}
