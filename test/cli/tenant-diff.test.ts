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

it('insula tenant apply exits with 1 when each change was refused, and says so', async () => {
  const [api, other] = [await createTenant(server), await createTenant(server)];
  const made = await other.post('/v1/roles', { name: 'clerks', permissions: [] });
  const { stdout } = await diff(api.tenant.slug, other.tenant.slug);
  const id = /dif_\w+/.exec(stdout)?.[0] as string;
  const apply = (...args: string[]) =>
    runCli([
      ...['tenant', 'apply', id, ...args],
      ...['--url', server.url, '--platform-key', server.platformKey],
    ]);
  await api.post('/v1/roles', { name: 'clerks', permissions: ['files:read'] });
  expect(made.status).toBe(201);
  const refused = await apply('--on-conflict', 'keep');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    'insula: Each of the changes was refused: nothing was changed.\n',
  ]);
  expect(refused.stdout).toContain('conflict  change 1 (roles): stale');
  const done = await apply('--on-conflict', 'overwrite');
  expect([done.code, done.stdout]).toEqual([0, 'updated  1 role\nunchanged  0  conflicts  0\n']);
});
