import { askAgain } from '../../db/ask.ts';
import type { TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { backupTask } from './backup-task.ts';

interface Made {
  id: string;
  status: string;
  error: string | null;
  size_bytes: number | null;
}

/** Makes a backup that a restore needs itself: its function adds the record. @returns null when the restore has ended */
export async function madeFor(
  { deps, run }: { deps: TaskDeps; run: TaskRun },
  name: 'restore_past' | 'restore_undo',
  signal: AbortSignal,
): Promise<Made | null> {
  const look = () =>
    askAgain<Made | null>(run.query, `select worker.${name}($1) as answer`, [run.subject]);
  const found = await look();
  if (found?.status !== 'running') return found;
  await backupTask(deps)({ ...run, subject: found.id, signal });
  return look();
}
