import type { Client } from '../support/api.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
export type Json = any;

/** A new automation; manual unless `given` says otherwise. @returns its id */
export async function create(api: Client, given: object): Promise<string> {
  const { status, body } = await api.post('/v1/automations', {
    name: 'Test',
    trigger_event: 'manual',
    ...given,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data.id;
}

export const endOf = ({ status }: Json): string => status;

const isOver = ({ status }: Json) => status !== 'queued' && status !== 'running';

/** Runs an automation by hand. @returns the run, at its end */
export async function trigger(api: Client, id: string, data: object = {}): Promise<Json> {
  const { status, body } = await api.post(`/v1/automations/${id}/trigger`, { data });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return runAt(api, id, body.data.run_id, isOver);
}

/** A run, when it is as wanted. */
export async function runAt(
  api: Client,
  id: string,
  runId: string,
  isWanted: (run: Json) => boolean,
): Promise<Json> {
  const { data } = await until(
    async () => (await api.get(`/v1/automations/${id}/runs/${runId}`)).body,
    ({ data }) => isWanted(data),
  );
  return data;
}

/** The newest of the runs of an automation, when there are so many and all are over. */
export async function runOf(api: Client, id: string, count = 1): Promise<Json> {
  return (await runsOf(api, id, count))[0];
}

/** The runs of an automation, newest first, when there are so many and all are over. */
export async function runsOf(api: Client, id: string, count = 1): Promise<Json[]> {
  const { runs } = await until(
    async () => (await api.get(`/v1/automations/${id}/runs?limit=100`)).body.data,
    ({ runs }) => runs.length >= count && runs.every(isOver),
  );
  return runs;
}

/** The events of some names, when there are so many: the feed shows them when no older transaction is open. */
export async function eventsOf(api: Client, types: string, count: number): Promise<Json[]> {
  const { results } = await until(
    async () => (await api.get(`/v1/changes?types=${types}`)).body.data,
    ({ results }) => results.length >= count,
  );
  return results;
}
