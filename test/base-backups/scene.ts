import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { type Started, start } from '../durability/start.ts';
import { type Client, createClient } from '../support/api.ts';
import { childrenOf, insula, kill, postgresOn } from '../support/process.ts';
import { until } from '../support/until.ts';

const things = '/v1/objects/things';

export const urlOf = (folder: string): string => pathToFileURL(folder).href;

/** The keys that an operator has to keep elsewhere. */
export function keysOf(dataDir: string): Record<string, string> {
  const secret = (name: string) => readFileSync(join(dataDir, 'secrets', name), 'utf8').trim();
  return {
    ENCRYPTION_KEY: secret('encryption-key'),
    PLATFORM_ADMIN_KEY: secret('platform-admin-key'),
  };
}

/** The first key of a DATA_DIR, which restored ones do not have in a file. */
export const tokenOf = (dataDir: string): string =>
  readFileSync(join(dataDir, 'first-key'), 'utf8').trim();

/** `insula start` on a restored DATA_DIR. */
export async function startRestored(
  dataDir: string,
  token: string,
  env: Record<string, string>,
): Promise<Started> {
  const process = insula(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', ...env });
  const [, url = ''] = await process.printed(/"url":"(http:[^"]+)"[^\n]*Insula is ready/);
  return { process, url, api: createClient({ url }, token) };
}

export async function startWith(dataDir: string, env: Record<string, string>): Promise<Started> {
  return start(dataDir, { LOG_LEVEL: 'info', BACKUP_PART_SECONDS: '1', ...env });
}

/** Writes objects one after the other. @returns their ids, each once it was answered */
export async function write(api: Client, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { status, body } = await api.post(things, { properties: { n } });
    expect(status).toBe(201);
    ids.push(body.data.id);
  }
  return ids;
}

/** An object that was answered, and when it was asked for and answered, in milliseconds. */
export interface Written {
  id: string;
  begun: number;
  done: number;
}

/** Writes until the server is gone. */
export function writer(api: Client): { written: Written[]; ended: Promise<void> } {
  const written: Written[] = [];
  const ended = (async () => {
    for (;;) {
      const begun = Date.now();
      const answer = await api.post(things, { properties: { n: 0 } }).catch(() => undefined);
      if (answer?.status !== 201) return;
      written.push({ id: answer.body.data.id, begun, done: Date.now() });
    }
  })();
  return { written, ended };
}

/** Writes until the server is gone. @returns the ids that were answered */
export async function writeOn(api: Client): Promise<string[]> {
  const { written, ended } = writer(api);
  await ended;
  return written.map(({ id }) => id);
}

/** The ids of all objects. */
export async function idsIn(api: Client): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor = ''; ; ) {
    const { status, body } = await api.get(`${things}/list?limit=100${cursor}`);
    expect([status, body.error]).toEqual([200, undefined]);
    for (const { id } of body.data.results) ids.add(id);
    if (body.data.next_cursor === null) return ids;
    cursor = `&cursor=${body.data.next_cursor}`;
  }
}

/** Waits until all that is written by now is stored, as PostgreSQL was told. */
export async function stored(dataDir: string): Promise<void> {
  await withClient(runningOwnerUrl(dataDir) as string, 'test', async (client) => {
    const { rows } = await client.query('select pg_current_wal_flush_lsn() as lsn');
    const ask = async () => {
      const found = await client.query(
        `select restart_lsn >= $1::pg_lsn as done from pg_replication_slots
         where slot_name = 'insula_backup'`,
        [rows[0].lsn],
      );
      return found.rows[0]?.done ?? false;
    };
    await until(ask, (done) => done);
  });
}

/**
 * Makes work due that a worker had begun when its machine was lost: by itself it would be 30 seconds after that. Work that was
 * begun since stays as it is.
 */
export async function freeWork(dataDir: string, lost: Date): Promise<void> {
  const url = withRole(runningOwnerUrl(dataDir) as string, 'insula_owner');
  await withClient(url, 'test', (client) =>
    client.query(
      `with due as (update app.work set due_at = now() where due_at < $1::timestamptz + interval '31 s' returning 1)
       select pg_notify('journal', '') from due limit 1`,
      [lost],
    ),
  );
}

/** The base backups that are complete in a folder. */
export function basesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('/base.json'));
}

/** Ends every process of a server at once, as the end of its machine does. */
export async function killAll(dataDir: string, { process }: Started): Promise<void> {
  const pid = process.child.pid as number;
  kill([...postgresOn(dataDir), ...childrenOf(pid), pid], 'SIGKILL');
  await process.exit();
}

/** Runs `insula restore`. @returns its exit code and its output */
export async function restore(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const run = insula(['restore', ...args], { LOG_LEVEL: 'warn', ...env });
  const code = await run.exit();
  return { code, output: run.output() };
}
