import { toApiError } from '../../db/errors.ts';
import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';
import { applying } from '../diffs/index.ts';
import { isFinal, messageOf, noteOf, type Work } from './work.ts';

interface Apply extends Work {
  options: {
    diff_id: string;
    on_conflict: 'fail' | 'keep' | 'overwrite';
    fire_events: boolean;
    dry_run: boolean;
    chosen: number[] | null;
  };
}

/** Changes a tenant as a comparison says. Safe to kill: changes that were made are found done. */
export const applyTask =
  (deps: TaskDeps): Task =>
  async (run) => {
    const note = noteOf<Apply>(run, 'restore_next');
    const restore = await note({ status: 'running' });
    if (!restore) return;
    const { options, attempts: attempt } = restore;
    try {
      const applied = await applying(
        deps,
        { ...run, subject: options.diff_id },
        { ...options, id: run.subject },
        async (done) => (await note({ attempt, done })) !== null,
      );
      if (applied) await note({ attempt, ...applied });
    } catch (error) {
      const known = toApiError(error);
      if (run.signal.aborted || !isFinal(known, restore)) throw error;
      await note({ attempt, status: 'failed', error: messageOf(known) });
    }
  };
