import type { Client } from '../support/api.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
export type Json = any;

/** From a request to a decision, and from there to the end. */
export const expense = {
  name: 'Expense',
  initial_state: 'review',
  states: [
    { name: 'review', type: 'approval', assignee_role: 'admin' },
    { name: 'payment', type: 'task' },
    { name: 'paid', type: 'end' },
    { name: 'refused', type: 'end' },
  ],
  transitions: [
    { name: 'approve', from: 'review', to: 'payment' },
    { name: 'reject', from: 'review', to: 'refused' },
    { name: 'pay', from: 'payment', to: 'paid' },
    { name: 'back', from: 'payment', to: 'review' },
  ],
};

/** A step that keeps a value. */
export const set = (name: string, value: unknown) => ({
  key: name,
  type: 'set_variable',
  config: { name, value },
});

/** A new workflow, as a draft. */
export async function draft(api: Client, given: object = {}): Promise<Json> {
  const { status, body } = await api.post('/v1/workflows', { ...expense, ...given });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

/** A new workflow that runs can begin of. @returns its id */
export async function publish(api: Client, given: object = {}): Promise<string> {
  const { id } = await draft(api, given);
  const { status, body } = await api.post(`/v1/workflows/${id}/publish`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return id;
}

/** Starts a run. */
export async function start(api: Client, id: string, given: object = {}): Promise<Json> {
  const { status, body } = await api.post(`/v1/workflows/${id}/runs`, given);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Takes a run through a transition. */
export const go = (api: Client, run: string, transition: string, more: object = {}) =>
  api.post(`/v1/workflow-runs/${run}/transition`, { transition, ...more });

export const runOf = async (api: Client, id: string): Promise<Json> =>
  (await api.get(`/v1/workflow-runs/${id}`)).body.data;

/** A run, when it is as wanted. */
export const runAt = (api: Client, id: string, isWanted: (run: Json) => boolean): Promise<Json> =>
  until(() => runOf(api, id), isWanted);
