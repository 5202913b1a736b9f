import type { PastFacts } from '../../snapshot/past.ts';
import { childMeans, copyInChild } from '../../snapshot/process.ts';
import type { StagingReport } from '../../snapshot/staging.ts';
import type { TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { restoreTarget } from './restore-given.ts';
import { type Going, urlOf } from './work.ts';

interface Given {
  deps: TaskDeps;
  run: TaskRun;
  tenant: string;
  staging: string;
  as_of: string;
  only: { types?: string[]; objects?: string[] };
}

type Counts = Record<string, number>;

/**
 * Loads the objects and associations that a tenant had at an earlier moment, and that may be different now, into a staging, to be
 * compared and dropped.
 * @throws 409 AS_OF_UNAVAILABLE
 */
export async function pastSide(
  { deps: { config }, run, tenant, staging, as_of, only }: Given,
  { signal, onProgress }: Going,
) {
  const { result, past } = (await copyInChild<StagingReport>(
    childMeans(config, urlOf(run)),
    {
      tenant,
      options: {
        ...{ data: 'all', files: false, journal_from: 'none', secrets: 'left_out' },
        past: { moment: as_of, only, isPart: true },
      },
      target: restoreTarget({
        ...{ reason: run.subject, tenant: staging, isPart: true, files: false, journal: false },
      }),
    },
    { signal, onProgress },
  )) as { result: StagingReport; past: PastFacts };
  const { types, objects } = only;
  return {
    wanted: {
      sections: ['rows'],
      part: { ...(types ? { types: past.types ?? [] } : {}), objects, keeps: true },
    },
    rest: ({ created, updated }: { created: Counts; updated: Counts }) => {
      const { objects: read = 0 } = result.rows;
      const same = past.unchanged + read - (created.objects ?? 0) - (updated.objects ?? 0);
      return {
        past: {
          unchanged: (same > 0 ? { objects: same } : {}) as Counts,
          // The objects of a type that is gone have nowhere to go.
          conflicts: past.gone.map(({ id, name }) => ({
            ...{ kind: 'object_types', id, reason: 'missing_parent', fields: [name] },
          })),
        },
      };
    },
  };
}
