import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupOf, snapshotOf } from '../backups/scene.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const runCli = sharedCli();
const restore = (...args: string[]) =>
  runCli([
    ...['tenant', 'restore', ...args],
    ...['--url', server.url, '--platform-key', server.platformKey],
  ]);

it('insula tenant restore uploads a file, shows what it holds, and restores it when told to', async () => {
  const { tenant } = await createTenant(server);
  const file = join(await temporaryFolder(), 'acme.insula');
  await writeFile(file, await snapshotOf(server, tenant.id));

  const tried = await restore(file, '--as', 'Tried', '--dry-run');
  expect([tried.code, tried.stderr]).toEqual([0, '']);
  expect(tried.stdout).toMatch(/^KIND +ROWS\n/);

  const asked = await restore(file, '--as', 'Asked');
  expect([asked.code, asked.stderr]).toEqual([
    1,
    'insula: Nothing was restored. Repeat it with --yes.\n',
  ]);

  // The newest backup of a tenant: the file that was uploaded.
  const done = await restore(tenant.slug, '--as', 'Restored', '--slug', 'back', '--yes', '--json');
  expect([done.code, done.stderr]).toEqual([0, '']);
  const { target_tenant_id, status } = JSON.parse(done.stdout);
  expect(status).toBe('completed');
  const path = `/admin/tenants/${target_tenant_id}`;
  expect((await platformClient(server).get(path)).body.data).toMatchObject({
    ...{ name: 'Restored', slug: 'back', status: 'active', outbound: 'off' },
  });
});

it('insula tenant restore names what is missing', async () => {
  expect((await restore('acme')).code).toBe(2);
  const { tenant } = await createTenant(server);
  const none = await restore(tenant.id, '--as', 'X', '--yes');
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('has no backup');
  const missing = await restore('./missing.insula', '--as', 'X', '--yes');
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'insula: There is no file ./missing.insula.\n',
  ]);
});

it('insula tenant restore --into brings back what was deleted, and asks before it changes more', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'invoices' });
  const made = await api.post('/v1/objects/invoices', { properties: { number: 'A-1' } });
  const at = `/v1/objects/invoices/${made.body.data.id}`;
  const { id } = await backupOf(platformClient(server), api.tenant.id);
  await api.delete(at);
  const into = ['--into', api.tenant.slug];
  const merged = await restore(id, ...into, '--only', 'types=invoices');
  expect([merged.code, merged.stderr, merged.stdout]).toEqual([
    ...[0, ''],
    'created    1 object\nconflicts  0\n',
  ]);
  await api.patch(at, { properties: { number: 'B-1' } });
  const asked = await restore(id, ...into, '--mode', 'in_place');
  expect([asked.code, asked.stderr]).toEqual([
    1,
    'insula: Nothing was restored. Repeat it with --yes.\n',
  ]);
  const done = await restore(id, ...into, '--mode', 'in_place', '--yes');
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toContain('updated    1 object\n');
  expect(done.stdout).toMatch(/^undo +insula tenant restore bak_\w+ --into /m);
  expect((await api.get(at)).body.data.properties.number).toBe('A-1');
});

it('insula tenant restore --as-of brings back what was deleted since, and changes nothing when tried', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'invoices' });
  const objects = [1, 2, 3].map((n) => ({ properties: { n } }));
  const { ids } = (await api.post('/v1/objects/invoices/batch/create', { objects })).body.data;
  const { rows } = await server.db.query('select app.utc(clock_timestamp()) as now');
  const object_ids = ids.slice(0, 2);
  await api.post('/v1/objects/invoices/batch/delete', { object_ids });
  const of = ['--as-of', rows[0].now, '--only', 'types=invoices'];
  const into = ['--into', api.tenant.slug, ...of];
  const tried = await restore(api.tenant.slug, ...of, '--dry-run');
  const line = 'created  2 invoices     unchanged 1     conflicts 0\n';
  expect([tried.code, tried.stderr, tried.stdout]).toEqual([0, '', line]);
  const left = async () =>
    (await api.post('/v1/objects/invoices/search', {})).body.data.results.length;
  expect(await left()).toBe(1);
  const done = await restore(api.tenant.slug, ...into);
  expect([done.code, done.stderr, done.stdout]).toEqual([0, '', line]);
  expect(await left()).toBe(3);
  const elsewhere = await restore(api.tenant.slug, '--as', 'X', '--as-of', rows[0].now);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    ...[2, expect.stringContaining('leave out --as')],
  ]);
  expect((await restore(api.tenant.slug, '--into', 'x', '--as-of', '2026-11-24')).code).toBe(2);
});
