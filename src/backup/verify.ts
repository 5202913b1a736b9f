import type { Destination } from './destination.ts';
import { BackupError, IdentityError, MissingError } from './errors.ts';
import { type Base, readHoldings } from './layout.ts';
import { lsnOf } from './lsn.ts';
import { segmentOf, segmentsFrom } from './staged-wal.ts';
import { readBase } from './unpack-base.ts';
import { writeVerification } from './verification.ts';

/** Counts of a base backup and of the WAL after it, as they were read. */
export interface Verified {
  id: string;
  chain: string;
  files: number;
  bytes: number;
  segments: number;
}

/**
 * Reads a base backup and all WAL after it, and compares every file with its manifest.
 * @param id of the base backup; the newest one unless given
 * @throws BackupError what is damaged or missing
 */
export async function verifyBackup(
  destination: Destination,
  identities: readonly string[],
  id?: string,
): Promise<Verified> {
  const { base } = await find(destination, id);
  return noted(destination, base, () =>
    patiently(async () => {
      const { wal } = await find(destination, base.id);
      const job = { destination, identities, base };
      const read = await countFiles(job);
      let segments = 0;
      for (const source of segmentsFrom(lsnOf(base.start_lsn), wal)) {
        await segmentOf(job, source);
        segments += 1;
      }
      return { id: base.id, chain: base.chain, ...read, segments };
    }),
  );
}

/** @throws BackupError if nothing is stored, or not that base backup */
async function find(destination: Destination, id: string | undefined) {
  const { chains } = await readHoldings(destination);
  const all = chains.flatMap(({ bases, wal }) => bases.map((base) => ({ base, wal })));
  const found = id === undefined ? all.at(-1) : all.find(({ base }) => base.id === id);
  if (found) return found;
  throw new BackupError(
    id === undefined
      ? `There is no complete base backup at ${destination.name}.`
      : `There is no base backup ${id} at ${destination.name}. "insula backup list" shows those that there are.`,
  );
}

/** Reads while a server stores more: what has been replaced meanwhile is looked up again. */
export async function patiently<T>(read: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof MissingError) || attempts === 1) throw error;
    return patiently(read, attempts - 1);
  }
}

/** Leaves the result at the destination. An error that says nothing about the backup leaves none. */
export async function noted<T>(
  destination: Destination,
  { id: base, chain }: Base,
  verify: () => Promise<T>,
): Promise<T> {
  const note = (status: 'passed' | 'failed', error: string | null) =>
    writeVerification(destination, {
      ...{ verified_at: new Date().toISOString(), status, base, chain, error },
    });
  try {
    const result = await verify();
    await note('passed', null);
    return result;
  } catch (error) {
    if (error instanceof BackupError && !(error instanceof IdentityError))
      await note('failed', error.message);
    throw error;
  }
}

async function countFiles(job: {
  destination: Destination;
  identities: readonly string[];
  base: Base;
}): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0];
  await readBase(job, {
    folder: async () => {},
    async file(_path, pieces) {
      files += 1;
      for await (const piece of pieces) bytes += piece.length;
    },
  });
  return { files, bytes };
}
