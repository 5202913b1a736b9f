import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export interface Server {
  url: string;
  pid: number;
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
  const child = spawn(process.execPath, [here('../src/cli.ts'), 'start'], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
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
