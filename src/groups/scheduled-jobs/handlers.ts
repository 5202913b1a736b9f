import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { sealerOf } from '../../credentials/secret-headers.ts';
import { ApiError } from '../../ground/errors.ts';
import { planOf, requireFiring } from '../../ground/schedules/plan.ts';
import { type AnyAnswer, makeAnswer, openAnswer } from '../../operations/answer.ts';
import type { HandlerCall } from '../../operations/handler.ts';
import type { Context } from '../../operations/operation.ts';
import { requireRights } from '../../operations/rights.ts';
import { hasMasked } from '../../tools/actions/seal-actions.ts';
import { checkAction } from './check-action.ts';
import type { Job, JobCreate, JobUpdate } from './shapes.ts';

const waitMs = 25_000;
const everyMs = 100;

type JobChange = z.infer<typeof JobUpdate> & { job_id: string };

/** POST /v1/scheduled-jobs: plans its first firing before the call that creates the job. */
export async function prepareJob(
  context: Context,
  args: z.infer<typeof JobCreate>,
): Promise<object> {
  const plan = planOf(undefined, args, new Date());
  requireFiring(plan);
  if (args.action_type === 'webhook') await requireRights(context);
  const sealer = { ...sealerOf(context), outbound: context.services.outbound };
  const action_config = await checkAction(sealer, args.action_type, args.action_config, []);
  return { ...args, action_config, made: { plan } };
}

/** PATCH /v1/scheduled-jobs/:job_id: reads the job and plans its next firing; it is changed if it is still the same. */
export async function prepareChange(
  { ask, services, caller }: Context,
  args: JobChange,
): Promise<object> {
  const { job_id } = args;
  const old = await ask<z.infer<typeof Job>>('job_get', { job_id });
  const plan = planOf(old, args, new Date());
  requireFiring(plan);
  if ((args.enabled ?? old.enabled) && plan.next_run_at === null)
    throw new ApiError(
      'INVALID_STATE',
      'The time of run_at has passed. Set another one, or a cron_expression.',
    );
  // Which config is its own decides who answers for it.
  const keeps_config = args.action_config === undefined;
  const made = {
    plan,
    basis: old.updated_at,
    ...(keeps_config ? { keeps_config } : {}),
  };
  if (!(args.action_type ?? args.action_config)) return { ...args, made };
  const { action_type = old.action_type, action_config: given = old.action_config } = args;
  const known = hasMasked(given) ? await ask<string[]>('job_sealed', { job_id }) : [];
  const sealer = { ...sealerOf({ services, caller }), outbound: services.outbound };
  const action_config = await checkAction(sealer, action_type, given, known);
  return { ...args, action_config, made };
}

/** The fields of a job that Node reads before the database stores it. Of actions, it reads only calls, as a whole. */
export const readsOf = ({ action_type }: Record<string, unknown>): string[] => [
  ...['job_id', 'cron_expression', 'run_at', 'timezone', 'enabled', 'action_type'],
  ...(action_type === undefined || action_type === 'webhook' ? ['action_config'] : []),
];

/** POST /v1/scheduled-jobs/:job_id/execute: the worker runs it as at any other time; this waits for the end. */
export async function jobExecute(call: HandlerCall): Promise<AnyAnswer> {
  const answer = await call.run('job_execute', call.args);
  // A dry run leaves nothing to read.
  if (call.change?.dry_run) return answer;
  const { headers, data } = openAnswer(answer);
  const { job_id, run_id } = JSON.parse(data);
  const run = await whenEnded(call, { job_id, job_run_id: run_id });
  return makeAnswer(headers, JSON.stringify(run));
}

interface Awaited {
  run: object;
  is_over: boolean;
  has_worker: boolean;
}

async function whenEnded(call: HandlerCall, run: object): Promise<object> {
  const end = performance.now() + waitMs;
  for (;;) {
    const { run: now, is_over, has_worker } = await call.ask<Awaited>('job_run_await', run);
    const isHopeless = !has_worker && !call.services.config.worker;
    if (is_over || isHopeless || performance.now() > end || call.res.closed) return now;
    await sleep(everyMs);
  }
}
