import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { fingerprintOf } from '../../src/db/encryption-key.ts';
import { withRole } from '../../src/db/urls.ts';
import { blocks, page } from '../docs/pages.ts';
import { createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { childrenOf, insula, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { basesIn, keysOf, startWith, urlOf, write, writeOn } from './scene.ts';

it('a drill restores and tries the backups beside a server that is written to, and leaves nothing', {
  timeout: 600_000,
}, async () => {
  const dataDir = await startedFolder();
  const backups = urlOf(join(await temporaryFolder(), 'backups'));
  // While ENCRYPTION_KEY is replaced: what is in force here is in force on the copy.
  const before = Buffer.alloc(32, 7);
  const also = { ENCRYPTION_KEY_ALSO: before.toString('base64') };
  const { api, url, process: server } = await startWith(dataDir, { BACKUP_TO: backups, ...also });
  await withClient(withRole(runningOwnerUrl(dataDir) as string, 'insula_owner'), 'test', (client) =>
    client.query(
      'insert into app.encryption_keys (fingerprint, first_used_at) values ($1, now())',
      [fingerprintOf(before)],
    ),
  );
  await api.post('/v1/object-types', { name: 'things' });
  await write(api, 5);
  await until(
    async () => basesIn(new URL(backups).pathname).length,
    (count) => count === 1,
  );
  const folder = join(dataDir, 'drill');
  const drill = (args: string[] = [], env: Record<string, string> = {}) =>
    insula(['drill', ...args], {
      ...{ DATA_DIR: dataDir, BACKUP_TO: backups, BACKUP_PART_SECONDS: '1', LOG_LEVEL: 'warn' },
      ...also,
      ...env,
    });

  // Too little room: nothing is begun.
  const short = drill([], { DISK_RESERVE_MB: '999999999' });
  expect([await short.exit(), short.output()]).toEqual([
    1,
    expect.stringMatching(/✗ backups .* MB of free disk are needed in .*DISK_RESERVE_MB/),
  ]);

  // Ended by a signal, while the copy starts, it removes what it has made.
  const ended = drill();
  await until(
    async () => existsSync(join(folder, 'data', 'postgres')),
    (isThere) => isThere,
  );
  ended.child.kill('SIGTERM');
  expect([await ended.exit(), existsSync(folder), postgresOn(join(folder, 'data'))]).toEqual([
    ...[1, false, []],
  ]);
  expect(ended.output()).toContain('✗ end (0 s): The drill was ended by a signal.');

  // Killed, it leaves a folder, and no process.
  const killed = drill();
  await until(
    async () => existsSync(join(folder, 'data', 'url')),
    (isThere) => isThere,
  );
  killed.child.kill('SIGSTOP');
  const started = childrenOf(killed.child.pid as number).flatMap((pid) => [
    pid,
    ...childrenOf(pid),
  ]);
  expect(started.length).toBeGreaterThan(1);
  const second = drill();
  expect([await second.exit(), second.output()]).toEqual([
    1,
    expect.stringContaining('Backups are restored in'),
  ]);
  killed.child.kill('SIGKILL');
  await until(
    async () => started.filter((pid) => existsSync(`/proc/${pid}`)),
    (left) => left.length === 0,
  );
  expect(existsSync(folder)).toBe(true);

  const writer = writeOn(api);
  const [, line = ''] =
    /^npx insula drill (.*)$/m.exec(blocks(page('docs/operate/backup.md'), 'sh').join('')) ?? [];
  const whole = drill(line.split(' '));
  const code = await whole.exit();
  const result = JSON.parse(whole.output());
  expect([code, result.steps.filter(({ ok }: { ok: boolean }) => !ok)]).toEqual([0, []]);
  expect(result).toMatchObject({ ok: true, mismatches: [], tenants: 1, rows: expect.any(Number) });
  expect(result.rows).toBeGreaterThan(10);
  expect(result.steps.map(({ name }: { name: string }) => name)).toEqual([
    ...['backups', 'restore', 'compare', 'start', 'doctor', 'seals', 'files', 'snapshot', 'load'],
    ...['object', 'remove'],
  ]);
  expect(existsSync(folder)).toBe(false);

  const operator = createClient({ url }, keysOf(dataDir).PLATFORM_ADMIN_KEY);
  const { body } = await operator.get('/admin/drills');
  expect(body.data.drills.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, false]);
  expect(body.data.drills[0]).toEqual({
    ...result,
    restored_to: expect.any(String),
    started_at: expect.any(String),
  });
  server.child.kill('SIGTERM');
  expect(await server.exit()).toBe(0);
  expect((await writer).length).toBeGreaterThan(0);
});
