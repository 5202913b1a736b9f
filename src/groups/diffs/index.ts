import type { ApiError } from '../../ground/errors.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import type { Group } from '../../tools/manifest/group.ts';
import type { Applied, applyChanges } from './apply/task.ts';
import { routes } from './routes.ts';

export { leftOutOf } from './left-out.ts';
export { ofObjects, type RecordKind, recordKinds, recordsOfResource } from './records.ts';
export { kindsOfResource } from './resources.ts';

export const diffs: Group = {
  name: 'diffs',
  description:
    'Two tenants compared, and one of them changed to equal the other. Needs the platform key. See docs/operate/diff.md.',
  routes,
  events: { diff: 'created cancelled applied' },
  parameters: { diff_id: 'The id of a comparison' },
  tasks: { tenant_diff: compareTask },
};

async function compareTask(deps: TaskDeps): Promise<Task> {
  return (await import('./compare/task.ts')).compareTask(deps);
}

/** Does a comparison as a part of other work. The run is about the comparison. @returns why it has failed, if it has */
export const comparing = async (deps: TaskDeps, run: TaskRun): Promise<ApiError | undefined> =>
  (await import('./compare/task.ts')).compareTenants(deps, run);

/** Applies a comparison for a restore. The run is about the comparison. */
export const applying = async (
  ...given: Parameters<typeof applyChanges>
): Promise<Applied | undefined> => (await import('./apply/task.ts')).applyChanges(...given);
