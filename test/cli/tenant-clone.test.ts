import { expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const runCli = sharedCli();
const clone = (...args: string[]) =>
  runCli([
    ...['tenant', 'clone', ...args],
    ...['--url', server.url, '--platform-key', server.platformKey],
  ]);

it('insula tenant clone copies a tenant and waits for the end', async () => {
  const { tenant } = await createTenant(server);
  const more = ['--data', 'none', '--mask', '--slug', 'tried', '--expires-in-days', '3'];
  const done = await clone(tenant.slug, 'Tried', ...more, '--json');
  expect([done.code, done.stderr]).toEqual([0, '']);
  const { target_tenant_id, mode, status } = JSON.parse(done.stdout);
  expect([mode, status]).toEqual(['clone', 'completed']);
  const shown = await platformClient(server).get(`/admin/tenants/${target_tenant_id}`);
  expect(shown.body.data).toMatchObject({
    ...{ name: 'Tried', slug: 'tried', status: 'active', outbound: 'off' },
    ...{ cloned_from: tenant.id, expires_at: expect.any(String) },
  });
  const told = await clone(tenant.id, 'Told', '--no-files');
  expect([told.code, told.stdout]).toEqual([
    0,
    expect.stringMatching(/^tenant {2}ten_[0-9a-f]{32}; nothing leaves it: its outbound is off\n$/),
  ]);
});

it('insula tenant clone names what is wrong', async () => {
  const { tenant } = await createTenant(server);
  expect((await clone('acme')).code).toBe(2);
  expect((await clone(tenant.id, 'X', '--data', 'some')).code).toBe(2);
  const taken = await clone(tenant.id, 'X', '--slug', tenant.slug);
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('is taken')]);
});
