import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { openAnswer } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { nextFiring } from '../../schedules/cron.ts';
import { checkAction } from './check-action.ts';
import type { Job, JobCreate, JobUpdate } from './shapes.ts';

const waitMs = 25_000;
const everyMs = 100;

type Schedule = Pick<z.infer<typeof Job>, 'cron_expression' | 'run_at' | 'timezone'>;

/** POST /v1/scheduled-jobs: calculates the first firing before the call that creates the job. */
export async function jobCreate(call: HandlerCall): Promise<string> {
  const args = call.args as z.infer<typeof JobCreate>;
  const { cron_expression = null, run_at = null, timezone, enabled } = args;
  checkSchedule({ cron_expression, run_at });
  const { outbound } = call.services;
  const action_config = await checkAction(args.action_type, args.action_config, outbound);
  const next_run_at = enabled ? nextOf({ cron_expression, run_at, timezone }) : null;
  return call.run('job_create', { ...args, action_config, made: { next_run_at } });
}

/** PATCH /v1/scheduled-jobs/:job_id: reads the job, calculates what follows, and changes it if it is still the same. */
export async function jobUpdate(call: HandlerCall): Promise<string> {
  const args = call.args as z.infer<typeof JobUpdate> & { job_id: string };
  const { data } = openAnswer(await call.run('job_get', { job_id: args.job_id }));
  const old = JSON.parse(data) as z.infer<typeof Job>;
  // Which config is its own decides who answers for it.
  const keeps_config = args.action_config === undefined;
  const made = {
    ...scheduleOf(args, old),
    basis: old.updated_at,
    ...(keeps_config ? { keeps_config } : {}),
  };
  if (args.action_type ?? args.action_config) {
    const { action_type = old.action_type, action_config = old.action_config } = args;
    args.action_config = await checkAction(action_type, action_config, call.services.outbound);
  }
  return call.run('job_update', { ...args, made });
}

/** What a change makes of a schedule; `next_run_at` only when it is another one, for a firing may be due just now. */
function scheduleOf(args: z.infer<typeof JobUpdate>, old: z.infer<typeof Job>) {
  // Setting one removes the other.
  const given = args.cron_expression
    ? { run_at: null }
    : args.run_at
      ? { cron_expression: null }
      : {};
  const { cron_expression, run_at, timezone } = { ...old, ...given, ...args };
  checkSchedule({ cron_expression, run_at });
  const enabled = args.enabled ?? old.enabled;
  const isSame = cron_expression === old.cron_expression && run_at === old.run_at;
  if (isSame && timezone === old.timezone && enabled === old.enabled)
    return { cron_expression, run_at };
  const next_run_at = enabled ? nextOf({ cron_expression, run_at, timezone }) : null;
  if (enabled && !next_run_at)
    throw new ApiError(
      'INVALID_STATE',
      'The time of run_at has passed. Set another one, or a cron_expression.',
    );
  return { cron_expression, run_at, next_run_at };
}

function checkSchedule({ cron_expression, run_at }: Omit<Schedule, 'timezone'>): void {
  if ((cron_expression === null) !== (run_at === null)) return;
  throw ApiError.invalid(
    'cron_expression',
    'one_of',
    'must be given, or run_at instead, but not both',
  );
}

function nextOf({ cron_expression, run_at, timezone }: Schedule): string | null {
  if (cron_expression !== null)
    return nextFiring(cron_expression, timezone, new Date()).toISOString();
  return run_at !== null && Date.parse(run_at) > Date.now() ? run_at : null;
}

/** POST /v1/scheduled-jobs/:job_id/execute: the worker runs it as at any other time; this waits for the end. */
export async function jobExecute(call: HandlerCall): Promise<string> {
  const answer = await call.run('job_execute', call.args);
  // What was only tried is not there.
  if (call.change?.dry_run) return answer;
  const { headers, data } = openAnswer(answer);
  const { job_id, run_id } = JSON.parse(data);
  const run = await whenEnded(call, { job_id, job_run_id: run_id });
  return `{"$headers" : ${JSON.stringify(headers)}, "data" : ${JSON.stringify(run)}}`;
}

interface Awaited {
  run: object;
  is_over: boolean;
  has_worker: boolean;
}

async function whenEnded(call: HandlerCall, run: object): Promise<object> {
  const end = performance.now() + waitMs;
  for (;;) {
    const { data } = openAnswer(await call.run('job_run_await', run));
    const { run: now, is_over, has_worker }: Awaited = JSON.parse(data);
    const isHopeless = !has_worker && !call.services.config.worker;
    if (is_over || isHopeless || performance.now() > end || call.res.closed) return now;
    await sleep(everyMs);
  }
}
