import { ask } from '../../db/ask.ts';
import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';
import { copying, type Loaded } from '../backups/index.ts';

interface Making extends Loaded {
  name: string;
  data: 'all' | 'none';
  mask: boolean;
  expires_at: string;
  limits: Record<string, number | null>;
}

/** Copies a tenant for itself. */
export async function makeTask(deps: TaskDeps): Promise<Task> {
  const { loadingTask, copyTenant } = await copying();
  return loadingTask<Making>(
    deps,
    ({ query, tenant_id, subject }) =>
      (changes) =>
        ask(query, 'select worker.sandbox_next($1, $2, $3) as answer', [
          tenant_id,
          subject,
          JSON.stringify(changes),
        ]),
    ({ run, record, tenant }, going) => {
      const { name, data, mask, expires_at, limits } = record;
      const source = run.tenant_id;
      const as = {
        ...{ name, expires_at, limits, plan_tier: 'free', outbound: 'off' as const },
        ...{ cloned_from: source, is_sandbox: true, parent_tenant_id: source },
      };
      const opened = { as, record: { sandbox: run.subject } };
      const given = { reason: run.subject, tenant, opened };
      return copyTenant({ deps, run, source, options: { data, mask }, given }, going);
    },
  );
}
