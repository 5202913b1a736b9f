import { execFile } from 'node:child_process';
import { chmod, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { blocks, page, root } from './pages.ts';

const run = promisify(execFile);

const server = useOwnDatabase();

it('docs/operate/secrets.md: a reseal is prepared and run by its lines', async () => {
  const lines = blocks(page('docs/operate/secrets.md'), 'sh').find((block) =>
    block.includes('/migrations'),
  );
  const env = { ADMIN: `${server.url}/admin`, PLATFORM: server.platformKey };
  const { stdout } = await run('sh', ['-ec', String(lines)], { env: { ...process.env, ...env } });
  expect(stdout.match(/"status" : "running"/g)).toHaveLength(2);
});

it('docs/operate/secrets.md: all secrets of DATA_DIR are lost, and its lines let in again', async () => {
  const dataDir = await startedFolder();
  await rm(join(dataDir, 'secrets'), { recursive: true });
  const giveUp = async () => {
    const process = insula(['secrets', 'give-up', '--json'], { DATA_DIR: dataDir });
    return { code: await process.exit(), output: process.output() };
  };
  const refused = await giveUp();
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('secrets.md') });
  const lines = blocks(page('docs/operate/secrets.md'), 'sh').find((block) =>
    block.includes('--single'),
  );
  const folder = await temporaryFolder();
  // The user that runs PostgreSQL passes through.
  await chmod(folder, 0o755);
  await symlink(dataDir, join(folder, 'data'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const isRoot = process.getuid?.() === 0;
  const mine = isRoot
    ? lines?.replace('  node_modules', '  runuser -u postgres -- node_modules')
    : lines;
  await run('sh', ['-ec', String(mine)], { cwd: folder });
  const listed = await giveUp();
  expect(listed.code).toBe(0);
  const { token } = JSON.parse(listed.output);
  const done = insula(['secrets', 'give-up', '--yes', token], { DATA_DIR: dataDir });
  expect(await done.exit()).toBe(0);
  const started = insula(['start', '--api-only'], { DATA_DIR: dataDir, PORT: '0' });
  await started.printed(/Insula is ready/);
  started.child.kill('SIGTERM');
  expect(await started.exit()).toBe(0);
});
