import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { writeJson } from '../../src/backup/destination.ts';
import { DiskDestination } from '../../src/backup/disk.ts';
import { noteErasures, readErasures } from '../../src/backup/erasures.ts';
import type { Query } from '../../src/db/ask.ts';
import { housekeeping } from '../../src/doors/worker/housekeeping.ts';
import type { BackupConfig } from '../../src/ground/config/backup.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { tenantPurge } from '../../src/groups/tenants-admin/tenant-purge.ts';
import { upload } from '../files/support.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { defineType } from '../support/define-type.ts';
import { temporaryFolder } from '../support/folder.ts';
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

it('waits until no base backup holds the tenant, and BACKUP_TO knows that it must not come back', async () => {
  const operator = platformClient(server);
  const api = await withObjects('Backed up');
  await remove(operator, api);
  await erasureOf(operator, api, 'waiting');
  const folder = await temporaryFolder();
  const backup = { ...(loadConfig({ BACKUP_TO: `file://${folder}` }).backup as BackupConfig) };
  const config = { ...server.config, databaseUrl: undefined, backup };
  const query = ((text: string, values: unknown[] = []) => asWorker(server, text, values)) as Query;
  const note = () => noteErasures(config, query, api.tenant.id);
  const look = async () => (await operator.get(`${pathOf(api)}/erasure`)).body.data;

  await expect(note()).rejects.toThrow('is its disk mounted?');
  expect((await look()).backups_until).toBeNull();
  const destination = new DiskDestination(folder);
  await writeJson(destination, 'insula.json', {});
  await note();
  await note();
  const erasure = await look();
  expect(await readErasures(destination)).toMatchObject([
    { tenant_id: api.tenant.id, journal_until: expect.any(String) },
  ]);
  const days = (Date.parse(erasure.backups_until) - Date.parse(erasure.journal_until)) / 86_400_000;
  expect(days).toBeCloseTo(14, 1);

  const set = (column: string) =>
    server.db.query(
      `update app.erasures set ${column} = now() - interval '1 minute' where about_tenant = $1`,
      [api.tenant.id],
    );
  const purge = tenantPurge({ config, storage: { removeTenant: async () => {} } } as never);
  const { signal } = new AbortController();
  const asked = { tenant_id: api.tenant.id, subject: api.tenant.id, query, signal };
  const run = () => purge(asked as never);
  const due = async () =>
    (await asWorker(server, 'select worker.erasures_due(1000) as due', [])).rows[0].due;
  await set('journal_until');
  expect(await due()).toContain(api.tenant.id);
  await run();
  expect((await look()).complete_at).toBeNull();
  expect((await operator.get(pathOf(api))).body.data.name).toBe(api.tenant.id);
  expect(await due()).not.toContain(api.tenant.id);

  await set('backups_until');
  expect(await due()).toContain(api.tenant.id);
  const place = { timeline: 1, start_lsn: '0/1000000' };
  const chain = {
    ...{ id: 'chn_1', system_identifier: '1', rewinds: 0, started_at: '2026-01-01T00:00:00Z' },
    ...place,
  };
  const times = { started_at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:01:00Z' };
  await writeJson(destination, 'chains/chn_1/chain.json', chain);
  const under = 'chains/chn_1/base/bak_1';
  const base = `${under}/base.json`;
  const stored = (name: string) => ({ key: `${under}/${name}`, bytes: 1, checksum: 'x' });
  const of = { id: 'bak_1', chain: 'chn_1', encrypted: false, end_lsn: '0/2000000' };
  const files = { tar: stored('base.tar.zst'), manifest: stored('manifest.zst') };
  await writeJson(destination, base, { ...of, ...times, ...place, ...files });
  await run();
  expect((await look()).complete_at).toBeNull();
  // Of what time a damaged one is, is not known.
  await writeJson(destination, base, of);
  await run();
  expect((await look()).complete_at).toBeNull();
  await destination.remove([base]);
  await run();
  expect(await look()).toMatchObject({ status: 'complete', statement: expect.any(String) });
});

it('touches no tenant that lives, and no operator without the scope sees it', async () => {
  const operator = platformClient(server);
  const api = await withObjects('Living');
  const before = await rowsOf('journal', api);
  const calls = ['journal_erase($1, $1)', 'erasure_cleared($1)', 'erasure_gone($1, null)'];
  for (const name of [...calls, 'erasure_complete($1)'])
    await asWorker(server, `select worker.${name}`, [api.tenant.id]);
  expect(await rowsOf('journal', api)).toBe(before);
  expect((await operator.get(`${pathOf(api)}/erasure`)).body.error.code).toBe('NOT_FOUND');
  expect((await api.get(`${pathOf(api)}/erasure`)).status).toBe(403);
  const asked = await operator.delete(`${pathOf(api)}?keep_journal_days=-1`);
  expect([asked.status, asked.body.error.param]).toEqual([400, 'keep_journal_days']);
});
