import { sealerOf } from '../../credentials/secret-headers.ts';
import {
  isPlanned,
  type Plan,
  planOf,
  requireFiring,
  type Scheduled,
} from '../../ground/schedules/plan.ts';
import { triggeringEvent } from '../../ground/shapes/event-types.ts';
import type { Context } from '../../operations/operation.ts';
import { requireRights } from '../../operations/rights.ts';
import { placesOfCalls } from '../../tools/actions/places.ts';
import { hasMasked, requireSameBefore, sealActions } from '../../tools/actions/seal-actions.ts';
import { checkTargets } from '../../tools/actions/targets.ts';

/** Of an automation as the API shows it, or as a request describes it. */
interface Described {
  trigger_event?: string;
  actions?: Array<{ type: string; config: Record<string, unknown> }>;
}

/** POST /v1/automations: plans its first firing, and checks that its webhooks may be called. */
export async function prepareAutomation(context: Context, args: Described): Promise<object> {
  if (args.actions?.length) await requireRights(context);
  await checkTargets(context.services.outbound, args.actions ?? [], 'actions');
  const made = make(args.trigger_event, planOf(undefined, args, new Date()));
  const actions = args.actions && sealActions(sealerOf(context), args.actions, [], 'actions');
  return { ...args, ...(actions ? { actions } : {}), made };
}

/** PATCH /v1/automations/:automation_id: the schedule is that of both, what is there and what is changed. */
export async function prepareChange(
  context: Context,
  args: Described & { automation_id: string },
): Promise<object> {
  const { ask, services } = context;
  const { automation_id, actions } = args;
  type Stored = Described & Scheduled & { updated_at: string };
  const before = await ask<Stored>('automation_get', { automation_id });
  await checkTargets(services.outbound, actions ?? [], 'actions');
  const { trigger_event = before.trigger_event } = args;
  // Of an automation, neither kind of schedule takes the other away by itself.
  if (trigger_event === 'schedule') requireFiring({ ...before, ...args });
  const made = make(trigger_event, planOf(before, args, new Date()));
  if (actions) requireSameBefore(actions, before.actions, 'actions');
  const isKept = hasMasked(actions);
  const known = isKept ? await ask<string[]>('automation_sealed', { automation_id }) : [];
  // Another change may come first, also in a transaction: then the plan is of what was, and so is the secret.
  const fires = [before.trigger_event, trigger_event].includes('schedule');
  const basis = isKept || (fires && isPlanned(args)) ? { basis: before.updated_at } : {};
  return {
    ...args,
    ...(actions ? { actions: sealActions(sealerOf(context), actions, known, 'actions') } : {}),
    made: { ...made, ...basis, trigger_event: before.trigger_event },
  };
}

/** The fields of an automation that Node reads before the database stores it. */
export const readsOf = ({ actions }: Record<string, unknown>): string[] => [
  ...['automation_id', 'trigger_event', 'cron_expression', 'run_at', 'timezone', 'enabled'],
  ...placesOfCalls(actions, 'actions'),
];

/** Returns the input of app.automation_wire. */
function make(trigger = '', plan: Plan): object {
  if (trigger !== 'schedule') return { event: triggeringEvent(trigger) };
  requireFiring(plan);
  return { plan };
}
