import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Listener, listen } from '../support/listen.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let api: TenantClient;
let receiver: Listener;
beforeAll(async () => {
  receiver = await listen({ 'POST /hook': () => ({}) });
  server = await startTestServer({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
  api = await createTenant(server);
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const post = async (path: string, body: object) => (await api.post(path, body)).body.data;

/** A record that has failed for good, as `insert` makes it ($1 tenant, $2::text what it is of), and its dead letter. */
async function given(source: string, sourceId: string, insert: string): Promise<[string, string]> {
  const { rows } = await server.db.query(
    `with record as (${insert} returning id)
     insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, attempts, max_attempts)
     select $1, app.new_id('dlq'), '${source}', $2::text, id, 'task', '{}', 3, 3 from record returning id, record_id`,
    [api.tenant.id, sourceId],
  );
  return [rows[0].id, rows[0].record_id];
}

/** Tries it again twenty times at once: one is taken, and its letter goes when it has worked. */
async function retried(letter: string): Promise<void> {
  const retry = () => api.post(`/v1/dlq/${letter}/retry`);
  const answers = await Promise.all(Array.from({ length: 20 }, retry));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const look = async () => (await api.get(`/v1/dlq/${letter}`)).status;
  await until(look, (status) => status === 404);
}

it('a retried webhook delivery is sent once, with the same webhook-id', async () => {
  const { id } = await post('/v1/webhooks', {
    url: `${receiver.url}/hook`,
    events: ['file.created'],
  });
  const [letter, delivery] = await given(
    'webhook',
    id,
    `insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url, request_body, status, attempt)
     select $1, app.new_id('whd'), $2::text, app.new_id('evt'), 'file.created', url, '{}', 'dead', 10 from app.webhooks where id = $2::text`,
  );
  await retried(letter);
  expect(receiver.requests).toHaveLength(1);
  const { body } = await api.get(`/v1/webhook-deliveries/${delivery}`);
  expect(body.data.status).toBe('success');
});

it('a retried function run runs once more', async () => {
  const { id } = await post('/v1/functions', { name: 'one', code: 'export default () => 1' });
  const [letter, run] = await given(
    'function',
    id,
    `insert into app.function_runs (tenant_id, id, function_id, version, status, trigger, principal)
     select $1, app.new_id('fnrun'), f.id, 1, 'failed', '{"type": "schedule"}', f.actor
     from app.functions f where f.id = $2`,
  );
  await retried(letter);
  const { rows } = await server.db.query(
    'select status, output from app.function_runs where id = $1',
    [run],
  );
  expect(rows).toEqual([{ status: 'succeeded', output: 1 }]);
});

it('a retried automation run continues', async () => {
  const action = { type: 'emit_event', config: { event_type: 'after_all' } };
  const { id } = await post('/v1/automations', {
    name: 'A',
    trigger_event: 'manual',
    actions: [action],
  });
  const { run_id } = await post(`/v1/automations/${id}/trigger`, {});
  const look = async () => (await api.get(`/v1/automations/${id}/runs/${run_id}`)).body.data;
  await until(look, ({ status }) => status === 'succeeded');
  const [letter] = await given(
    'automation',
    id,
    `update app.automation_runs set status = 'failed', steps = '[]' where tenant_id = $1 and automation_id = $2::text`,
  );
  await retried(letter);
  expect(await look()).toMatchObject({ status: 'succeeded', attempt: 2 });
});

it('a letter whose retry no longer exists is dead again', async () => {
  const { rows } = await server.db.query(
    `insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, attempts, max_attempts,
       status)
     values ($1, app.new_id('dlq'), 'webhook', 'w', 'd', 't', '{}', 1, 1, 'retrying') returning id`,
    [api.tenant.id],
  );
  await server.db.query('select worker.housekeeping()');
  expect((await api.get(`/v1/dlq/${rows[0].id}`)).body.data.status).toBe('dead');
});
