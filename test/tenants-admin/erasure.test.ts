import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { housekeeping } from '../../src/doors/worker/housekeeping.ts';
import { upload } from '../files/support.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });

const pathOf = ({ tenant }: TenantClient) => `/admin/tenants/${tenant.id}`;

/** Both steps of the delete. */
async function remove(operator: Client, api: TenantClient, query = '') {
  const asked = await operator.delete(`${pathOf(api)}${query && `?${query.slice(1)}`}`);
  const { confirm_token } = asked.body.error;
  const path = `${pathOf(api)}?force=true&confirm_token=${confirm_token}${query}`;
  expect((await operator.delete(path)).status).toBe(200);
}

const erasureOf = (operator: Client, api: TenantClient, status: string) =>
  until(
    async () => (await operator.get(`${pathOf(api)}/erasure`)).body.data,
    (erasure) => erasure.status === status,
  );

async function withObjects(name: string) {
  const api = await createTenant(server, { name });
  const { path } = await defineType(api, { title: 'string' });
  const objects = [{ properties: { title: 'a' } }, { properties: { title: 'b' } }];
  await api.post(`${path}/batch/create`, { objects });
  return api;
}

const rowsOf = async (table: string, { tenant }: TenantClient) =>
  (
    await server.db.query(`select count(*)::int as n from app.${table} where tenant_id = $1`, [
      tenant.id,
    ])
  ).rows[0].n;

it('removes everything at once with keep_journal_days=0, and states it with a signature', async () => {
  const operator = platformClient(server);
  const [api, other] = [await withObjects('Acme Ltd'), await withObjects('Other')];
  await upload(api, 'abc');
  const journal = await rowsOf('journal', other);
  await operator.patch(pathOf(api), { metadata: { contact: 'ada@example.com' } });
  await remove(operator, api, '&keep_journal_days=0');

  const done = await erasureOf(operator, api, 'complete');
  expect(done).toMatchObject({
    ...{ tenant_id: api.tenant.id, files: 1, bytes: 3, snapshots_deleted: 0, backups_until: null },
    rows: { objects: 2, object_types: 1, api_keys: 1, journal: expect.any(Number) },
  });
  expect([await rowsOf('journal', api), await rowsOf('journal_seals', api)]).toEqual([0, 0]);
  expect(await rowsOf('journal', other)).toBe(journal);
  const tombstone = (await operator.get(pathOf(api))).body.data;
  expect(tombstone).toMatchObject({ status: 'deleted', name: api.tenant.id, metadata: {} });
  expect(JSON.stringify(tombstone)).not.toContain('cme');

  const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
    keys: Array<{ kid: string }>;
  };
  expect(keys).toContainEqual(done.key);
  const key = createPublicKey({ key: done.key, format: 'jwk' });
  const holds = (text: string) =>
    verify(null, Buffer.from(text), key, Buffer.from(done.signature, 'base64url'));
  expect([holds(done.statement), holds(done.statement.replace('2', '3'))]).toEqual([true, false]);
  expect(JSON.parse(done.statement)).toMatchObject({
    ...{ tenant_id: api.tenant.id, rows: done.rows, files: 1, bytes: 3 },
  });
});

it('keeps the journal for 30 days unless told otherwise, and removes it in the hour after', async () => {
  const operator = platformClient(server);
  const api = await withObjects('Later');
  await remove(operator, api);
  const waiting = await erasureOf(operator, api, 'waiting');
  expect(waiting).toMatchObject({ statement: null, signature: null, key: null });
  const days = (Date.parse(waiting.journal_until) - Date.parse(waiting.requested_at)) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  expect(await rowsOf('journal', api)).toBeGreaterThan(0);

  const keepHouse = async () => {
    const storage = { list: async function* () {} };
    const query = server.db.query.bind(server.db);
    const logger = { warn: () => {}, info: () => {} };
    await housekeeping(server.config, storage as never)({}, { query, logger } as never);
  };
  await keepHouse();
  // Whatever asks too early removes nothing.
  const { rows } = await asWorker(server, 'select worker.journal_erase($1, $1) as done', [
    api.tenant.id,
  ]);
  expect(rows).toEqual([{ done: true }]);
  await asWorker(server, 'select worker.erasure_complete($1)', [api.tenant.id]);
  expect(await rowsOf('journal', api)).toBeGreaterThan(0);
  expect((await erasureOf(operator, api, 'waiting')).complete_at).toBeNull();

  await server.db.query(
    `update app.erasures set journal_until = now() - interval '1 minute' where about_tenant = $1`,
    [api.tenant.id],
  );
  await keepHouse();
  const done = await erasureOf(operator, api, 'complete');
  expect(done.rows.journal).toBeGreaterThan(0);
  expect(await rowsOf('journal', api)).toBe(0);
});

it('touches no tenant that lives, and no operator without the scope sees it', async () => {
  const operator = platformClient(server);
  const api = await withObjects('Living');
  const before = await rowsOf('journal', api);
  for (const name of ['journal_erase($1, $1)', 'erasure_cleared($1)', 'erasure_complete($1)'])
    await asWorker(server, `select worker.${name}`, [api.tenant.id]);
  expect(await rowsOf('journal', api)).toBe(before);
  expect((await operator.get(`${pathOf(api)}/erasure`)).body.error.code).toBe('NOT_FOUND');
  expect((await api.get(`${pathOf(api)}/erasure`)).status).toBe(403);
  const asked = await operator.delete(`${pathOf(api)}?keep_journal_days=-1`);
  expect([asked.status, asked.body.error.param]).toEqual([400, 'keep_journal_days']);
});
