import { sealerOf } from '../../../credentials/secret-headers.ts';
import { triggeringEvent } from '../../../ground/shapes/event-types.ts';
import type { Context } from '../../../operations/operation.ts';
import { requireRights } from '../../../operations/rights.ts';
import { placesOfCalls } from '../../../tools/actions/places.ts';
import { hasMasked, requireSameBefore, sealActions } from '../../../tools/actions/seal-actions.ts';
import { checkTargets } from '../../../tools/actions/targets.ts';

type Actions = Parameters<typeof checkTargets>[1];

/** Of a workflow as a request describes it. */
interface Described {
  updated_at?: string;
  trigger?: 'manual' | { event: string };
  states?: Array<{ on_enter?: Actions; on_exit?: Actions }>;
  transitions?: Array<{ actions?: Actions }>;
}

type Args = Described & { workflow_id?: string };

/**
 * POST /v1/workflows and PATCH: checks that its webhooks may be called, seals their secret headers, and gives an event of the
 * tenant's own its whole name.
 */
export async function prepareWorkflow(context: Context, args: Args): Promise<object> {
  const { ask, services } = context;
  const { workflow_id, trigger, states, transitions } = args;
  let basis: string | undefined;
  if (workflow_id === undefined) await requireRights(context);
  if (workflow_id !== undefined && (states || transitions)) {
    const old = await ask<Described>('workflow_get', { workflow_id });
    basis = old.updated_at;
    const before = { states: old.states, transitions: old.transitions };
    const after = { states: states ?? old.states, transitions: transitions ?? old.transitions };
    requireSameBefore(after, before, '');
  }
  const isKept = workflow_id !== undefined && hasMasked([states, transitions]);
  const known = isKept ? await ask<string[]>('workflow_sealed', { workflow_id }) : [];
  const read = async (actions: Actions | undefined, path: string) => {
    if (!actions) return undefined;
    await checkTargets(services.outbound, actions, path);
    return sealActions(sealerOf(context), actions, known, path);
  };
  const made: Described = {};
  if (states) {
    made.states = [];
    for (const [index, state] of states.entries()) {
      const on_enter = await read(state.on_enter, `states[${index}].on_enter`);
      const on_exit = await read(state.on_exit, `states[${index}].on_exit`);
      made.states.push({ ...state, ...(on_enter && { on_enter }), ...(on_exit && { on_exit }) });
    }
  }
  if (transitions) {
    made.transitions = [];
    for (const [index, transition] of transitions.entries()) {
      const actions = await read(transition.actions, `transitions[${index}].actions`);
      made.transitions.push({ ...transition, ...(actions && { actions }) });
    }
  }
  // A secret stays only with what was compared: another change may come first, also in a transaction.
  const compared = { basis, ...(isKept ? { keeps_secret: true } : {}) };
  const all = { ...args, ...made, ...(basis === undefined ? {} : { made: compared }) };
  if (trigger === undefined || trigger === 'manual') return all;
  return { ...all, trigger: { ...trigger, event: triggeringEvent(trigger.event) } };
}

/** The fields of a workflow that Node reads before the database stores it. */
export const readsOf = ({ states, transitions }: Record<string, unknown>): string[] => [
  ...['workflow_id', 'trigger'],
  ...placesOfCalls(states, 'states'),
  ...placesOfCalls(transitions, 'transitions'),
];
