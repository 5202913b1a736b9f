import { ApiError } from '../../errors.ts';
import { triggeringEvent } from '../../event-types.ts';
import { openAnswer } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { OutboundError } from '../../outbound/safe-fetch.ts';
import { nextFiring } from '../../schedules/cron.ts';

interface Schedule {
  cron_expression: string | null;
  run_at: string | null;
  timezone: string;
}

/** Of an automation as the API shows it, or as a request describes it. */
interface Described extends Partial<{ [name in keyof Schedule]: Schedule[name] | null }> {
  trigger_event?: string;
  next_run_at?: string | null;
  actions?: Array<{ type: string; config: Record<string, unknown> }>;
}

/** POST /v1/automations: when it fires first, and whether its webhooks may be called, is known here. */
export async function createAutomation(call: HandlerCall): Promise<string> {
  await checkTargets(call);
  return call.run('automation_create', { ...call.args, made: make(call.args) });
}

/** PATCH /v1/automations/:automation_id: the schedule is that of both, what is there and what is changed. */
export async function updateAutomation(call: HandlerCall): Promise<string> {
  await checkTargets(call);
  const { automation_id } = call.args;
  const { data } = openAnswer(await call.run('automation_get', { automation_id }));
  const current: Described = JSON.parse(data);
  const { trigger_event, cron_expression, run_at, timezone } = current;
  const of = [trigger_event, cron_expression, run_at, timezone];
  const made = { ...make({ ...current, ...call.args }, current), of };
  return call.run('automation_update', { ...call.args, made });
}

/**
 * What app.automation_wire is told.
 * @param current as it was: what is due already stays due, and what has fired once does not fire again
 */
function make(described: Described, current?: Described): object {
  const { trigger_event = '' } = described;
  if (trigger_event !== 'schedule') return { event: triggeringEvent(trigger_event) };
  const { cron_expression = null, run_at = null } = described;
  if ((cron_expression === null) === (run_at === null))
    throw ApiError.invalid(
      'cron_expression',
      'schedule',
      'must be given for the trigger schedule, or run_at instead, but not both. null removes one',
    );
  const zone = described.timezone ?? 'UTC';
  const isSame =
    current?.trigger_event === 'schedule' &&
    current.cron_expression === cron_expression &&
    current.run_at === run_at &&
    current.timezone === zone;
  const next =
    (isSame && current.next_run_at) || firing({ cron_expression, run_at, timezone: zone });
  return { schedule: { cron_expression, run_at, timezone: zone }, next_run_at: next };
}

function firing({ cron_expression, run_at, timezone }: Schedule): Date | string | null {
  const now = new Date();
  if (cron_expression !== null) return nextFiring(cron_expression, timezone, now);
  return run_at !== null && Date.parse(run_at) > now.getTime() ? run_at : null;
}

/**
 * Whether webhooks may be called, as far as their URLs show it before their templates are filled in: they are asked
 * again when they are called.
 */
async function checkTargets({ args, services }: HandlerCall): Promise<void> {
  for (const [index, { type, config }] of ((args as Described).actions ?? []).entries()) {
    const url = String(config.url);
    if (type !== 'webhook' || /^[^/?#]*(\/\/[^/?#]*)?\{\{/.test(url)) continue;
    try {
      await services.outbound.checkTarget(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x'));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw ApiError.invalid(`actions[${index}].config.url`, 'not_allowed', error.message);
    }
  }
}
