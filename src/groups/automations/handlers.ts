import { hasMasked, requireSameBefore, sealActions } from '../../actions/seal-actions.ts';
import { checkTargets } from '../../actions/targets.ts';
import { sealerOf } from '../../credentials/secret-headers.ts';
import { triggeringEvent } from '../../event-types.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { type Plan, planOf, requireFiring, type Scheduled } from '../../schedules/plan.ts';

/** Of an automation as the API shows it, or as a request describes it. */
interface Described {
  trigger_event?: string;
  actions?: Array<{ type: string; config: Record<string, unknown> }>;
}

/** POST /v1/automations: plans its first firing, and checks that its webhooks may be called. */
export async function createAutomation(call: HandlerCall<Described>): Promise<string> {
  await checkTargets(call.services.outbound, call.args.actions ?? [], 'actions');
  const { trigger_event } = call.args;
  const made = make(trigger_event, planOf(undefined, call.args, new Date()));
  const actions =
    call.args.actions && sealActions(sealerOf(call), call.args.actions, [], 'actions');
  return call.run('automation_create', { ...call.args, ...(actions ? { actions } : {}), made });
}

/** PATCH /v1/automations/:automation_id: the schedule is that of both, what is there and what is changed. */
export async function updateAutomation(
  call: HandlerCall<Described & { automation_id: string }>,
): Promise<string> {
  await checkTargets(call.services.outbound, call.args.actions ?? [], 'actions');
  const { automation_id } = call.args;
  const before = await call.ask<Described & Scheduled>('automation_get', { automation_id });
  const { trigger_event = before.trigger_event } = call.args;
  // Of an automation, neither kind of schedule takes the other away by itself.
  if (trigger_event === 'schedule') requireFiring({ ...before, ...call.args });
  const made = make(trigger_event, planOf(before, call.args, new Date()));
  const { actions } = call.args;
  if (actions) requireSameBefore(actions, before.actions, 'actions');
  const known = hasMasked(actions)
    ? await call.ask<string[]>('automation_sealed', { automation_id })
    : [];
  return call.run('automation_update', {
    ...call.args,
    ...(actions ? { actions: sealActions(sealerOf(call), actions, known, 'actions') } : {}),
    made: { ...made, trigger_event: before.trigger_event },
  });
}

/** The input of app.automation_wire. */
function make(trigger = '', plan: Plan): object {
  if (trigger !== 'schedule') return { event: triggeringEvent(trigger) };
  requireFiring(plan);
  return { plan };
}
