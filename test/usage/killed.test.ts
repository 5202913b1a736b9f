import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';

const start = async (dataDir: string) => {
  const run = insula(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  const [, url = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  return { run, url };
};

it('a process that is killed loses the calls of its last seconds, and doubles none', async () => {
  const dataDir = await startedFolder();
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  const calls = async (url: string, count: number) => {
    for (let i = 0; i < count; i += 1)
      await fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${token}` } });
  };
  const counted = () =>
    withClient(
      withRole(runningOwnerUrl(dataDir) as string, 'insula_owner'),
      'test',
      async (client) => {
        const { rows } = await client.query(
          `select coalesce(sum((m.operations->>'usage.get')::integer), 0)::integer as calls from app.meters m`,
        );
        return rows[0].calls as number;
      },
    );
  const first = await start(dataDir);
  await calls(first.url, 10);
  await until(counted, (n) => n === 10, 30);
  await calls(first.url, 5);
  first.run.child.kill('SIGKILL');
  await first.run.exit();

  const second = await start(dataDir);
  const before = await counted();
  expect(before).toBeGreaterThanOrEqual(10);
  expect(before).toBeLessThanOrEqual(15);
  await calls(second.url, 4);
  await until(counted, (n) => n === before + 4, 30);
  second.run.child.kill('SIGTERM');
  expect(await second.run.exit()).toBe(0);
}, 300_000);
