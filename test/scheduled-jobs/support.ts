import type { Client, TenantClient } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

export const jobs = '/v1/scheduled-jobs';

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
type Data = any;

/** A job that is due in a year unless `given` says otherwise: tests move it. */
export async function createJob(api: Client, given: object): Promise<Data> {
  const { body } = await api.post(jobs, { name: 'Job', cron_expression: '0 0 1 1 *', ...given });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Makes jobs due, as if no worker had looked for so long. */
export const makeDue = (server: TestServer, ids: string[], ago = '0 s') =>
  server.db.query(
    `update app.schedules set next_run_at = now() - $2::interval where subject_id = any ($1)`,
    [ids, ago],
  );

/** Fires a job as the scheduler does, without waiting for it. @returns whether this did it */
export async function fire(server: TestServer, api: TenantClient, id: string, at: string) {
  await server.db.query('update app.schedules set next_run_at = $2 where subject_id = $1', [
    id,
    at,
  ]);
  const { rows } = await server.db.query(
    `select worker.schedule_fire($1, 'job', $2, $3, now() + interval '1 hour') as fired`,
    [api.tenant.id, id, at],
  );
  return rows[0].fired as boolean;
}

export const runsOf = async (api: TenantClient, id: string): Promise<Data[]> =>
  (await api.get(`${jobs}/${id}/runs`)).body.data.runs;

/** The newest run of a job, but not `last`, when it has ended. Attempts follow each other without the pauses between them. */
export async function whenEnded(
  server: TestServer,
  api: TenantClient,
  id: string,
  last?: string,
): Promise<Data> {
  const look = async () => {
    await server.db.query(
      // Claimed work is due again after its lease of two minutes.
      `update app.work set due_at = now() where serial_key = $1 and due_at < now() + interval '10 s'`,
      [id],
    );
    return (await runsOf(api, id))[0];
  };
  const isOver = (run: Data) =>
    run && run.id !== last && run.status !== 'queued' && run.status !== 'running';
  return until(look, isOver);
}
