import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { withDatabase } from '../../src/db/urls.ts';
import { type KeyToken, parseKey } from '../../src/operations/credential.ts';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createWebhook, opened } from '../webhooks/support.ts';

const server = useOwnDatabase({ ...opened, WORKER: 'on' });
let admin: pg.Client;
let api: TenantClient;
let receiver: Receiver;
beforeAll(async () => {
  const { rows } = await server.db.query('select current_database() as name');
  admin = new pg.Client(withDatabase(inject('server').superuserUrl, rows[0].name));
  await admin.connect();
  await admin.query('create extension if not exists pg_stat_statements schema ext');
  receiver = await startReceiver();
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
});
afterAll(async () => {
  await admin.end();
  await receiver.close();
});

/** The statements that the server has sent since the last reset, and how often. */
async function sent(): Promise<{ query: string; calls: number }[]> {
  const { rows } = await admin.query(`
    select s.query, sum(s.calls)::int as calls from ext.pg_stat_statements s
    join pg_database d on d.oid = s.dbid
    where d.datname = current_database()
      and s.userid in (select oid from pg_roles where rolname in ('insula_api', 'insula_worker'))
    group by 1 order by 2 desc`);
  return rows;
}

const callsOf = (all: { query: string; calls: number }[], part: string) =>
  all.filter(({ query }) => query.includes(part)).reduce((sum, { calls }) => sum + calls, 0);

const forget = () =>
  admin.query(
    'select ext.pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)',
  );

/** The worker says every ten seconds that it lives: that is the clock. */
const beats = async (count: number) => {
  await forget();
  return until(sent, (all) => callsOf(all, 'worker.workers_seen') >= count);
};

/** Until what followed from the last change is over. */
const rests = () =>
  until(
    () => beats(1),
    (all) => callsOf(all, 'worker.work_look') <= 4,
  );

it('an idle server sends at most 60 statements a minute', { timeout: 300_000 }, async () => {
  await rests();
  const sum = (all: { calls: number }[]) => all.reduce((most, { calls }) => most + calls, 0);
  // A half minute in which something is due at its time, or a connection is lost, has more.
  let all = await beats(3);
  const isIdle = () => sum(all) <= 30 && callsOf(all, 'worker.work_look') <= 8;
  for (let tries = 1; !isIdle() && tries < 5; tries++) all = await beats(3);
  expect(isIdle(), JSON.stringify(all, null, 1)).toBe(true);
});

it('an idle worker goes on when something is due, and finds work that no notification told of', {
  timeout: 200_000,
}, async () => {
  await createWebhook(api, receiver, { events: ['object.created'] });
  receiver.answers.push(500, 500);
  await api.post('/v1/objects/things', {});
  // The second attempt is due after some seconds, the third after minutes.
  await receiver.until(2);
  await rests();
  await admin.query(`update app.work set due_at = now() where kind = 'webhook'`);
  await receiver.until(3);
  // A change whose bell was lost: the database is told of it past the server.
  const { tenant, handle, secretHash: hash } = parseKey(api.token) as KeyToken;
  const rights = { scope: 'write', permission: 'objects:write', change: {} };
  await server.pool.query('select gateway.call($1, $2, $3, $4)', [
    ...[tenant, { ...rights, handle, hash, request_id: 'req_silent', ip: '127.0.0.1' }],
    ...['object_create', { object_type_id: 'things', properties: {} }],
  ]);
  await receiver.until(4);
  // A schedule that has become due otherwise than by the clock.
  const job = {
    action_type: 'cleanup',
    action_config: { target: 'trash', object_type_id: 'things', older_than_days: 7 },
  };
  await good(
    api.post('/v1/scheduled-jobs', { ...job, name: 'yearly', cron_expression: '0 0 1 1 *' }),
  );
  await admin.query('update app.schedules set next_run_at = now()');
  await until(
    async () =>
      (await admin.query('select from app.schedules where next_run_at <= now()')).rowCount,
    (due) => due === 0,
  );
});

it('an idle worker hears of a change after it has lost its connections', {
  timeout: 200_000,
}, async () => {
  await rests();
  receiver.received.length = 0;
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename in ('insula_api', 'insula_worker')`,
  );
  await until(
    () => api.post('/v1/objects/things', {}),
    ({ status }) => status === 201,
  );
  await receiver.until(1);
});
