import { childMeans, copyInChild } from '../../snapshot/process.ts';
import type { TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { type RestoreGiven, restoreTarget } from './restore-given.ts';
import { type Going, urlOf } from './work.ts';

/** The parts of a tenant that its copy gets. */
export interface CopyOptions {
  data?: 'all' | 'none' | 'sample';
  files?: boolean;
  mask?: boolean;
  journal?: string;
}

interface Copying {
  deps: TaskDeps;
  run: TaskRun;
  source: string;
  options: CopyOptions;
  given: Omit<RestoreGiven, 'files' | 'journal' | 'isMasked'>;
}

/**
 * Pours a snapshot of a living tenant into a new one: no file is made of it. Secrets are copied, sealed anew; not into one
 * that is masked.
 */
export async function copyTenant(
  { deps: { config }, run, source, options, given }: Copying,
  { signal, onProgress }: Going,
): Promise<void> {
  const { data = 'all', files = true, mask = false, journal = 'none' } = options;
  await copyInChild(
    childMeans(config, urlOf(run)),
    {
      tenant: source,
      options: {
        data,
        files: files && data !== 'none',
        journal_from: data === 'none' ? 'none' : journal,
        secrets: mask ? 'left_out' : 'included',
      },
      target: restoreTarget({ ...given, files: true, journal: true, isMasked: mask }),
    },
    { signal, onProgress },
  );
}
