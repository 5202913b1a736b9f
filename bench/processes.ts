import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.ts';

/** How `npm start` runs it. */
const { server } = createRequire(import.meta.url)('../bin/launch.js') as {
  server: { options: string[]; env: Record<string, string> };
};

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export interface Server {
  url: string;
  pid: number;
  /** The first process of the PostgreSQL that it uses, where that is known. */
  postgres?: number;
  /** Milliseconds from the start of the process to its first answer. */
  readyAfter: number;
  stop(): Promise<void>;
}

/** One run of load.ts. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const child = fork(here('load.ts'));
  child.send(load);
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
}

/** The reference server in a process of its own. */
export const startReference = (env: NodeJS.ProcessEnv): Promise<Server> =>
  startBare('reference.ts', env);

/** The one for files, which keeps them in a folder of its own. */
export async function startFileReference(folder: string): Promise<Server> {
  await mkdir(folder, { recursive: true });
  return startBare('file-reference.ts', { DIR: folder });
}

async function startBare(file: string, env: NodeJS.ProcessEnv): Promise<Server> {
  const started = performance.now();
  const child = fork(here(file), { env: { ...process.env, ...env } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    readyAfter: performance.now() - started,
    stop: () => end(child),
  };
}

/** Insula as `npm start` runs it, ready. */
export async function startInsula(env: NodeJS.ProcessEnv & { PORT: string }): Promise<Server> {
  const started = performance.now();
  const child = spawn(process.execPath, [...server.options, here('../src/cli.ts'), 'start'], {
    env: { ...server.env, ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${env.PORT}`;
  while (
    !(await fetch(`${url}/ready`).then(
      (res) => res.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('insula start failed');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    pid: child.pid as number,
    readyAfter: performance.now() - started,
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Ticks of a processor in a second, as Linux counts them in /proc. */
const ticks = 100;

/** The first process of the PostgreSQL that runs in a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(
    await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'),
    10,
  );
}

/** Seconds of processor time so far: of a server, and of the PostgreSQL it uses with all processes it has had. */
export async function processorTime({
  pid,
  postgres,
}: Server): Promise<{ node: number; postgres: number }> {
  const [node, ...database] = await Promise.all([
    timesOf(pid),
    timesOf(postgres as number),
    ...(await childrenOf(postgres as number)).map(timesOf),
  ]);
  const [first, ...rest] = database;
  const alive = rest.reduce((sum, { own }) => sum + own, 0);
  return { node: node.own, postgres: (first?.own ?? 0) + (first?.ended ?? 0) + alive };
}

/** Of a process itself, and of its children that have ended. */
async function timesOf(pid: number): Promise<{ own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user, system, endedUser, endedSystem] = fieldsOf(stat).slice(11, 15).map(Number);
  const seconds = (a = 0, b = 0) => (a + b) / ticks;
  return { own: seconds(user, system), ended: seconds(endedUser, endedSystem) };
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    all.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')),
  );
  return all.filter((_, n) => Number(fieldsOf(stats[n] as string)[1]) === pid).map(Number);
}

/** The fields of /proc/<pid>/stat after the name, which may have spaces: state, parent, … */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
