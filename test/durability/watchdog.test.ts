import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childrenOf, insula, launcher, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';

const isLinux = process.platform === 'linux';
const hook = fileURLToPath(new URL('./hang-on-signal.ts', import.meta.url));

/** `insula start` as a user starts it, with a way to make it hang. */
async function start() {
  const dataDir = await startedFolder();
  const run = insula(
    ['start'],
    { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${hook}` },
    [],
    launcher,
  );
  const [, url = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  const server = () => childrenOf(run.child.pid ?? 0)[0] ?? 0;
  return { dataDir, run, url, server };
}

describe.skipIf(!isLinux)('a server whose main thread does not answer (Linux only)', () => {
  it('logs what it was doing, and is ended and started again', { timeout: 120_000 }, async () => {
    const { dataDir, run, url, server } = await start();
    const first = server();
    // A request that is under way: its body never ends.
    const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(`${url}/v1/objects/things`, { method: 'POST', headers });
    sent.on('error', () => {});
    onTestFinished(() => void sent.destroy());
    sent.write('{');
    await until(async () => (await fetch(`${url}/ready`)).ok, Boolean);
    process.kill(first, 'SIGUSR2');
    const [line] = await run.printed(/.*the main thread has not answered for 10 s.*/);
    expect(line).toMatch(/"doing":\["req_\w+ POST \/v1\/objects\/things"/);
    const [, , again = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*API +(http:\S+)\n/);
    expect((await fetch(`${again}/ready`)).status).toBe(200);
    expect(server()).not.toBe(first);
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
    expect(postgresOn(dataDir)).toEqual([]);
  });

  it('is ended by SIGTERM all the same, and not started again', { timeout: 60_000 }, async () => {
    const { dataDir, run, server } = await start();
    process.kill(server(), 'SIGUSR2');
    run.child.kill('SIGTERM');
    expect(await run.exit()).toBe(142);
    await until(
      async () => postgresOn(dataDir),
      ({ length }) => length === 0,
    );
    expect(run.output().match(/API +http/g)).toHaveLength(1);
  });
});
