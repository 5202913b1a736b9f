import { checkTargets } from '../../../actions/targets.ts';
import { triggeringEvent } from '../../../event-types.ts';
import type { HandlerCall } from '../../../http/handler.ts';

type Actions = Parameters<typeof checkTargets>[1];

/** Of a workflow as a request describes it. */
interface Described {
  trigger?: 'manual' | { event: string };
  states?: Array<{ on_enter?: Actions; on_exit?: Actions }>;
  transitions?: Array<{ actions?: Actions }>;
}

export const createWorkflow = (call: HandlerCall<Described>): Promise<string> =>
  write(call, 'workflow_create');

export const updateWorkflow = (
  call: HandlerCall<Described & { workflow_id: string }>,
): Promise<string> => write(call, 'workflow_update');

/** Checks that its webhooks may be called, and gives an event of the tenant's own its whole name. */
async function write<Args extends Described>(
  { args, run, services }: HandlerCall<Args>,
  operation: string,
): Promise<string> {
  const { trigger, states = [], transitions = [] } = args;
  const check = (actions: Actions | undefined, path: string) =>
    checkTargets(services.outbound, actions ?? [], path);
  for (const [index, { on_enter, on_exit }] of states.entries()) {
    await check(on_enter, `states[${index}].on_enter`);
    await check(on_exit, `states[${index}].on_exit`);
  }
  for (const [index, { actions }] of transitions.entries())
    await check(actions, `transitions[${index}].actions`);
  if (trigger === undefined || trigger === 'manual') return run(operation, { ...args });
  const event = triggeringEvent(trigger.event);
  return run(operation, { ...args, trigger: { ...trigger, event } });
}
