import { askAgain } from '../../db/ask.ts';
import { childMeans, readInChild } from '../../snapshot/process.ts';
import type { Unlock } from '../../snapshot/seal.ts';
import { ofNoTenant, shelfOf } from '../../snapshot/shelf.ts';
import type { TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { urlOf } from './work.ts';

/** Where bytes of files were put, by their checksums. */
export type Brought = Record<string, { key: string; size: number }>;

export interface BytesGiven {
  tenant: string;
  checksums: string[];
}

interface Bringing {
  deps: TaskDeps;
  run: TaskRun;
  /** The living tenant, the comparison with it, and the tenant that the snapshot was loaded into. */
  target: string;
  diff: string;
  source: string;
  /** Only files that are made, not those that are changed. */
  creates: boolean;
  backup: { backup_id: string; backup_tenant_id: string | null };
  unlock: Unlock | undefined;
  signal: AbortSignal;
}

const pageSize = 1_000;

/**
 * Puts the bytes of files that a restore brings into the storage of the living tenant, where it does not have them. No row names
 * them until the files are made: those that are left after a crash are swept like all others that nothing names.
 * @returns where they are, and how many the snapshot does not have
 */
export async function bringBytes(bringing: Bringing): Promise<{ bytes: Brought; missing: number }> {
  const checksums = await missingOf(bringing);
  if (checksums.length === 0) return { bytes: {}, missing: 0 };
  const { deps, run, target, backup, unlock, signal } = bringing;
  const place = { tenant: backup.backup_tenant_id ?? ofNoTenant, id: backup.backup_id };
  const from = await shelfOf(deps.config).open(place);
  const given: BytesGiven = { tenant: target, checksums };
  const module = new URL('./bytes-target.ts', import.meta.url).href;
  const read = await readInChild(
    childMeans(deps.config, urlOf(run)),
    { from, unlock, isKnown: true, target: { module, name: 'openBytesTarget', given } },
    { signal },
  ).finally(() => from.destroy());
  const bytes = (read as unknown as { result: Brought }).result;
  return { bytes, missing: checksums.length - Object.keys(bytes).length };
}

async function missingOf({ run, target, diff, source, creates }: Bringing): Promise<string[]> {
  const missing = new Set<string>();
  for (let after = ''; ; ) {
    const ids = await askAgain<string[]>(
      run.query,
      'select to_json(worker.restore_files($1, $2, $3, $4, $5)) as answer',
      [target, diff, creates, after, pageSize],
    );
    if (ids.length > 0) {
      const all = await askAgain<string[]>(
        run.query,
        'select to_json(worker.restore_checksums($1, $2)) as answer',
        [source, ids],
      );
      const none = await askAgain<string[]>(
        run.query,
        'select to_json(worker.restore_bytes_missing($1, $2)) as answer',
        [target, all],
      );
      for (const one of none) missing.add(one);
    }
    if (ids.length < pageSize) return [...missing];
    after = ids.at(-1) ?? after;
  }
}
