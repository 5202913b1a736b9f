import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { dispatchAll } from '../support/dispatch.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createWebhook, deliveriesOf, makeDue, opened } from '../webhooks/support.ts';

const server = useOwnDatabase(opened);
let receiver: Receiver;
let api: TenantClient;
beforeAll(async () => {
  receiver = await startReceiver();
  api = await createTenant(server);
});
afterAll(async () => {
  await receiver.close();
});

/** A worker in a process of its own. */
const startWorker = async () =>
  insula(['start', '--worker-only'], {
    ...opened,
    DATABASE_URL: server.config.databaseUrl as string,
    ENCRYPTION_KEY: inject('server').encryptionKey,
    DATA_DIR: await temporaryFolder(),
    LOG_LEVEL: 'warn',
  });

const attemptsOf = async (webhook: string) => {
  const { rows } = await server.db.query(
    `select max(w.attempts)::int as attempts from app.work w join app.webhook_deliveries d using (tenant_id, id)
     where d.webhook_id = $1`,
    [webhook],
  );
  return rows[0].attempts;
};

it('each delivery arrives under its id when a worker is killed before, during or after the receiver’s 200', async () => {
  const at = (path: string, settings = {}) =>
    createWebhook(api, { url: `${receiver.url}/${path}` }, { events: ['custom.*'], ...settings });
  // Where it is throttled, a delivery begins by taking its turn: held here, it is never sent.
  const before = await at('before', { throttle_rate: 1000 });
  const [during, after] = [await at('during'), await at('after')];
  receiver.otherwise = (res, { path }) => path === '/during' || res.writeHead(200).end();
  await api.post('/v1/events', { event_type: 'one' });
  await dispatchAll(server.db);

  const holder = await server.db.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from app.webhooks where id = $1 for update', [before.id]);
  // The end of this one waits, so it was answered with 200 and the worker does not know.
  await holder.query(`select from app.webhook_deliveries d where d.webhook_id = $1 for update`, [
    after.id,
  ]);
  const first = await startWorker();
  await receiver.until(2);
  await until(
    () => attemptsOf(before.id),
    (attempts) => attempts === 1,
  );
  first.child.kill('SIGKILL');
  await first.exit();
  // Its last request would still be done when the rows are free.
  const { databaseUrl, encryptionKey } = server.config;
  const { worker } = databaseUrls(databaseUrl as string, encryptionKey);
  await withClient(worker, 'test support', (client) =>
    client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name like 'insula worker%' and datname = current_database()`,
    ),
  );
  await holder.query('rollback');
  const pending = await deliveriesOf(api, '&status=pending');
  expect(pending).toHaveLength(3);

  // In its time each is due again by itself: 30 seconds after it was begun.
  await makeDue(server, api);
  receiver.otherwise = 200;
  const second = await startWorker();
  await until(
    () => deliveriesOf(api, '&status=success'),
    (arrived) => arrived.length === 3,
  );
  const { received } = receiver;
  expect(received.map(({ path }) => path).toSorted()).toEqual(
    ['/after', '/after', '/before', '/during', '/during'].toSorted(),
  );
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  for (const one of received.filter(({ path }) => path === '/during')) verify(during.secret, one);
  second.child.kill('SIGTERM');
  expect(await second.exit()).toBe(0);
});
