import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';
import { type CopyOptions, copyTenant } from './copy.ts';
import { type Loaded, loadingTask } from './loading.ts';
import { noteOf } from './work.ts';

interface Clone extends Loaded {
  source_tenant_id: string;
  options: CopyOptions & {
    name: string;
    slug?: string;
    outbound?: 'on' | 'off';
    expires_at?: string;
  };
}

/** Copies a tenant for the operator. */
export const cloneTask = (deps: TaskDeps): Task =>
  loadingTask<Clone>(
    deps,
    (run) => noteOf(run, 'restore_next'),
    ({ run, record: { source_tenant_id: source, options }, tenant }, going) => {
      const { name, slug, outbound = 'off', expires_at } = options;
      const as = { name, slug, outbound, expires_at, cloned_from: source };
      const opened = { as, record: { restore: run.subject } };
      const given = { reason: run.subject, tenant, opened };
      return copyTenant({ deps, run, source, options, given }, going);
    },
  );
