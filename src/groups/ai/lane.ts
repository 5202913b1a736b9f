import { askAgain } from '../../db/ask.ts';
import { ApiError } from '../../ground/errors.ts';
import { HeldError, MutedError } from '../../outbound/hold.ts';
import { startLane, type Work } from '../../pulse/lane.ts';
import type { Poll } from '../../pulse/poll.ts';
import type { LaneDeps } from '../../tools/lanes/lane-deps.ts';
import type { Begun } from './models/with-models.ts';
import { WorkerModels } from './worker-models.ts';

/** The answer of worker.ai_index_take: texts without a provider if there are none to embed. */
type Batch = Begun & { items: Array<{ id: string; text: string }> };

/** Longer work is split into turns, between which other tenants have theirs. */
const turnMs = 3_000;
const embedMs = 60_000;

/** Makes vectors of the objects of types with `ai_index`: a batch is taken, embedded in no transaction, and put away. */
export function startAiIndexLane(deps: LaneDeps): Poll {
  const models = new WorkerModels(deps.pool, deps);
  return startLane({
    kind: 'ai_index',
    deps,
    concurrency: 16,
    perTenant: 2,
    run: (work, ending) => run(deps, models, work, ending),
  });
}

async function run(
  deps: LaneDeps,
  models: WorkerModels,
  work: Work,
  ending: AbortSignal,
): Promise<void> {
  const key = [work.tenant_id, work.id, work.attempts];
  const step = <T>(name: string, ...more: unknown[]) => {
    const places = [...key, ...more].map((_, n) => `$${n + 1}`).join(', ');
    return askAgain<T>(deps.pool, `select worker.${name}(${places}) as answer`, [...key, ...more]);
  };
  const end = performance.now() + turnMs;
  while (!ending.aborted && performance.now() < end) {
    const batch = await step<Batch | null>('ai_index_take');
    if (!batch) return;
    if (batch.items.length > 0 && !(await embed(deps, models, work, batch, step, ending))) return;
  }
  await step('ai_index_rest');
}

/** @returns whether the work continues at once */
async function embed(
  { log }: LaneDeps,
  models: WorkerModels,
  work: Work,
  { items, ...begun }: Batch,
  step: <T>(name: string, ...more: unknown[]) => Promise<T>,
  ending: AbortSignal,
): Promise<boolean> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(embedMs)]);
  const { provider: _, history: __, ...batch } = begun;
  const texts = items.map(({ text }) => text);
  try {
    const { embeddings, used } = await models.embed(work.tenant_id, begun, texts, signal);
    const made = items.map((item, n) => ({ ...item, vector: embeddings[n] }));
    const put = JSON.stringify({ ...batch, items: made });
    return await step<boolean>('ai_index_put', put, JSON.stringify(used));
  } catch (err) {
    if (ending.aborted || err instanceof HeldError) {
      await step('ai_index_rest');
      return false;
    }
    if (!(err instanceof ApiError)) throw err;
    log.debug({ err, ...work }, 'an ai_index could not be made');
    const { code, message, extras } = err;
    const { status } = (extras.details ?? {}) as { status?: number };
    const error = JSON.stringify({
      code,
      message,
      status,
      retry_after: extras.retry_after,
      is_muted: err instanceof MutedError,
    });
    return step<boolean>('ai_index_fail', error, JSON.stringify({ ...batch, items }));
  }
}
