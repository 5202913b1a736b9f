import { expect, it } from 'vitest';
import { backupOf } from '../backups/scene.ts';
import { createTenant, platformClient } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const runCli = sharedCli();
const diff = (...args: string[]) =>
  runCli([
    ...['tenant', 'diff', ...args],
    ...['--url', server.url, '--platform-key', server.platformKey],
  ]);

it('insula tenant diff compares a tenant with a backup, and names a file that is not there', async () => {
  const api = await createTenant(server);
  const { id } = await backupOf(platformClient(server), api.tenant.id);
  await api.post('/v1/object-types', { name: 'later' });
  const { code, stdout, stderr } = await diff(api.tenant.slug, id);
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toMatch(/^1 +delete +object_types +later/m);
  const missing = await diff(api.tenant.slug, './missing.insula');
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'insula: There is no file ./missing.insula.\n',
  ]);
});
