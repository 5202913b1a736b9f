import { askAgain } from '../../../db/ask.ts';
import type { TaskRun } from '../../../tools/lanes/tasks.ts';
import type { Change } from './parts.ts';

type Authors = Array<{ type: string; id: string }>;

/** Of something that was written before authors were kept. */
const unknown: Authors = [{ type: 'unknown', id: 'unknown' }];

/** Notes who wrote the configuration that is made or changed: with their rights it goes on, not with those of the operator. */
export async function addOrigins(run: TaskRun, source: string, changes: Change[]): Promise<void> {
  const made = changes.filter(({ source_id }) => source_id !== undefined);
  for (const kind of new Set(made.map((one) => one.kind))) {
    const some = made.filter((one) => one.kind === kind);
    const found = await askAgain<Record<string, Authors> | null>(
      run.query,
      'select worker.diff_origins($1, $2, $3) as answer',
      [source, kind, some.map(({ source_id }) => source_id)],
    );
    for (const one of some) {
      const authors = found?.[one.source_id ?? ''];
      if (authors) one.origin = { authors: authors.length > 0 ? authors : unknown };
    }
  }
}

/** When and by whom objects were made. */
export async function objectOrigins(
  run: TaskRun,
  source: string,
  type: string,
  ids: string[],
): Promise<Map<string, object>> {
  if (ids.length === 0) return new Map();
  const { rows } = await run.query<{ id: string; origin: object }>(
    'select * from worker.diff_objects_origins($1, $2, $3)',
    [source, type, ids],
  );
  return new Map(rows.map(({ id, origin }) => [id, origin]));
}
