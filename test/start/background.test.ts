import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compiled, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const isLinux = process.platform === 'linux';

interface Background {
  /** Of the command that the shell has started. */
  pid: number;
  /** Of the server. */
  server: number;
  log(): Promise<string>;
  /** How long the server has been up, in seconds; undefined without an answer. */
  uptime(): Promise<number | undefined>;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A shell that starts a command in the background and ends. It has a session of its own, as a terminal's has. */
async function inBackground(command: string): Promise<Background> {
  const dataDir = await startedFolder();
  const path = join(dataDir, 'background.log');
  const line = `${command} > ${path} 2>&1 < /dev/null & echo $!`;
  // The Node of these tests first, and npm.
  const PATH = [dirname(process.execPath), process.env.PATH].join(':');
  const HOME = process.env.HOME ?? '/';
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0' };
  const { stdout } = await run('setsid', ['sh', '-c', line], { env, cwd: root });
  const pid = Number(stdout);
  const log = () => readFile(path, 'utf8').catch(() => '');
  const address = await until(
    async () => /"url":"(http:[^"]+)"/.exec(await log())?.[1],
    (url) => url !== undefined,
    30,
  );
  const lock = join(dataDir, 'postgres', 'insula.lock');
  const server = JSON.parse(await readFile(lock, 'utf8')).pid;
  onTestFinished(async () => {
    for (const one of [pid, server]) end(one);
    await until(
      async () => postgresOn(dataDir),
      (pids) => pids.length === 0,
    );
  });
  return {
    pid,
    server,
    log,
    async uptime() {
      const answer = await fetch(`${address}/health`).catch(() => undefined);
      if (!answer) return undefined;
      const { data } = (await answer.json()) as { data: { uptime: string } };
      return Number.parseInt(data.uptime, 10);
    },
  };
}

/** Long enough for everyone who looks after their parent to have looked. */
async function goesOn({ uptime }: Background): Promise<void> {
  const now = (await uptime()) ?? Number.NaN;
  await until(uptime, (seconds) => seconds === undefined || seconds >= now + 3);
  expect(await uptime()).toBeGreaterThanOrEqual(now + 3);
}

const groupOf = async (pid: number) =>
  Number((await run('ps', ['-o', 'pgid=', '-p', String(pid)])).stdout);

describe.skipIf(!isLinux)('a server in the background (looks at /proc: Linux only)', () => {
  it.each([
    ['nohup on the Node of the machine', 'nohup node bin/insula.js start'],
    // With an option for Node it is run as on an older one: in a child of the launcher.
    ['nohup on an older Node', 'nohup node bin/bootstrap.js --no-deprecation src/cli.ts start'],
    ['nohup with npm', 'nohup npm start'],
    ['nohup with npx', 'nohup npx insula start'],
  ])(
    'outlives its shell, then its terminal, started by %s',
    {
      timeout: 300_000,
    },
    async (_, command) => {
      const background = await inBackground(command);
      await goesOn(background);
      // Without job control what a shell starts is in the group of the shell, which has ended.
      process.kill(-(await groupOf(background.server)), 'SIGHUP');
      await until(background.log, (text) => text.includes('going on without it'));
      await goesOn(background);
    },
  );

  it('outlives its shell, started by setsid', { timeout: 300_000 }, async () => {
    await goesOn(
      await inBackground('setsid node bin/bootstrap.js --no-deprecation src/cli.ts start'),
    );
  });

  it('ends with npm when npm is its parent, even when npm is killed', {
    timeout: 300_000,
  }, async () => {
    const { pid, server } = await inBackground('npm start');
    process.kill(pid, 'SIGKILL');
    await until(
      async () => existsSync(`/proc/${server}`),
      (isThere) => !isThere,
      30,
    );
  });

  it('ends with npx that is told to end', { timeout: 300_000 }, async () => {
    const { pid, server, log } = await inBackground('npx insula start');
    process.kill(pid, 'SIGTERM');
    await until(
      async () => existsSync(`/proc/${server}`),
      (isThere) => !isThere,
      30,
    );
    // In order, with the delay in which proxies notice: told once.
    expect(await log()).toMatch(/"msg":"stopped"/);
    expect(await log()).not.toContain('again: stopping at once');
  });

  it('ends with the launcher that runs it, when that is killed', { timeout: 300_000 }, async () => {
    const { pid, server } = await inBackground(
      'node bin/bootstrap.js --no-deprecation src/cli.ts start',
    );
    expect(server).not.toBe(pid);
    // The launcher says how a server keeps its memory.
    expect(await readFile(`/proc/${server}/cmdline`, 'utf8')).toContain('--external-memory');
    const environment = await readFile(`/proc/${server}/environ`, 'utf8');
    expect(environment).toContain('MALLOC_MMAP_THRESHOLD_=');
    // And where what is compiled is kept, so that the server begins with it.
    expect(environment).toContain(`NODE_COMPILE_CACHE=${compiled.NODE_COMPILE_CACHE}`);
    process.kill(pid, 'SIGKILL');
    await until(
      async () => existsSync(`/proc/${server}`),
      (isThere) => !isThere,
      30,
    );
  });
});
