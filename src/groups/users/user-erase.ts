import { noteErasures } from '../../backup/erasures.ts';
import { repeatUntilDone } from '../../tools/lanes/repeat.ts';
import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';

const clear = repeatUntilDone('user_erase');
const blank = repeatUntilDone('user_blank');

/**
 * Removes what is left of a deleted user elsewhere: deliveries of events about them, mails to their addresses. Of one who is
 * erased also their values in the journal, in versions and in logs.
 */
export function userErase({ config }: TaskDeps): Task {
  return async (run) => {
    // A destination that is away does not hold it up.
    const fault = await noteErasures(config, run.query, run.tenant_id).catch(
      (error: Error) => error,
    );
    await clear(run);
    await blank(run);
    if (fault) throw fault;
  };
}
