import { ApiError } from '../../ground/errors.ts';
import type { AnyAnswer } from '../../operations/answer.ts';
import type { Caller } from '../../operations/caller.ts';
import type { RequestContext } from '../../operations/context.ts';
import type { Ask, Run } from '../../operations/handler.ts';
import type { Services } from '../../operations/services.ts';
import { StorageError } from '../../storage/storage.ts';
import { type Declared, describeDeclared } from './declared.ts';
import { keep } from './keep.ts';
import type { StoredFile } from './stored-file.ts';

/** An upload whose bytes do not come through upload-put: past us, or piece by piece. */
interface Pending extends Declared {
  storage_key: string;
}

/** Which file it is, and what it takes to bring its bytes in. */
interface Completing {
  args: { file_id: string; if_match?: unknown };
  run: Run;
  ask: Ask;
  caller: Pick<Caller, 'tenant'>;
  ctx: Pick<RequestContext, 'isDryRun'>;
  services: Pick<Services, 'storage'>;
}

/**
 * Makes a pending file ready: with the bytes that were put, or those that lie where pieces are uploaded.
 * @param operation of SQL: an app.file_complete
 * @param isBinding whether the type declared is enforced
 * @returns the answer of it
 * @throws 400 when they are not what was declared: the file fails for good
 */
export async function complete(
  call: Completing,
  operation: string,
  isBinding = true,
): Promise<AnyAnswer> {
  const { ctx, run, ask } = call;
  const { file_id, if_match } = call.args;
  const args = { file_id, ...(if_match !== undefined && { if_match }) };
  const pending = await ask<Pending | null>('file_upload_pending', { file_id });
  // Taking bytes in cannot be tried: a dry run answers as if none were there.
  const made = pending && !ctx.isDryRun ? await takeIn(call, pending, isBinding) : undefined;
  if (!made) return run(operation, args);
  return keep(call, made, () => run(operation, { ...args, made }));
}

/** @returns undefined when not all of them are there */
async function takeIn(
  call: Completing,
  pending: Pending,
  isBinding: boolean,
): Promise<StoredFile | undefined> {
  const { caller, services } = call;
  const { storage_key, size_bytes } = pending;
  try {
    const options = { maxBytes: size_bytes, exactBytes: size_bytes };
    const stored = await services.storage.adopt(storage_key, caller.tenant, options);
    return await describeDeclared(services.storage, stored, pending, isBinding);
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
  { args: { file_id }, ask, services: { storage } }: Completing,
  { storage_key }: Pending,
  why: ApiError,
): Promise<ApiError> {
  await ask('file_upload_fail', { file_id });
  await storage.dropUpload(storage_key);
  return new ApiError(
    why.code,
    `${why.message}. The file has failed; start a new upload.`,
    why.extras,
  );
}
