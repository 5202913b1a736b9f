import { ApiError } from '../../ground/errors.ts';
import { type AnyAnswer, dataOf } from '../../operations/answer.ts';
import { leaveTo } from '../../storage/leave-to.ts';
import type { Storage } from '../../storage/storage.ts';
import type { StoredFile } from './stored-file.ts';

/** Where bytes are kept, and whether they are to stay. */
interface Keeper {
  ctx: { isDryRun?: boolean };
  services: { storage: Storage };
}

/** A file, or a variant of one that was saved. */
type Kept = { storage_key?: string; variant?: { storage_key: string } };

/**
 * Tells the database of bytes that have been stored. It may know the same ones already: then ours go, and they go when
 * it refuses, or only tries.
 * @param write runs the SQL function; its answer is a file, or holds one
 * @returns its answer
 */
export async function keep(
  { ctx, services: { storage } }: Keeper,
  { storage_key: own }: StoredFile,
  write: () => Promise<AnyAnswer>,
): Promise<AnyAnswer> {
  let answer: AnyAnswer;
  let kept: string | undefined;
  try {
    answer = await write();
    kept = keyIn(dataOf<Kept>(answer));
  } catch (error) {
    // An error that leaves it open whether the write has happened: the sweep removes bytes without an owner.
    if (isRefused(error)) await storage.remove([own]);
    throw error;
  }
  if (ctx.isDryRun) await storage.remove([own]);
  else if (kept !== undefined) await leaveTo(storage, own, kept);
  return answer;
}

const keyIn = ({ storage_key, variant }: Kept) => storage_key ?? variant?.storage_key;

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError || /^PT4/.test((error as { code?: string }).code ?? '');
