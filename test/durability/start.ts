import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '../support/api.ts';
import { type InsulaProcess, insula } from '../support/process.ts';

export interface Started {
  process: InsulaProcess;
  url: string;
  /** With the first key. */
  api: Client;
}

/** `insula start` as a user starts it: embedded PostgreSQL with fsync, API and worker. */
export async function start(dataDir: string, env: Record<string, string> = {}): Promise<Started> {
  const run = insula(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env });
  const [, url = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  return { process: run, url, api: createClient({ url }, token) };
}

export async function postmasterOf(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}
