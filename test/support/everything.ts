import { channel } from 'node:diagnostics_channel';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { appTables, countedLater, type Table } from './catalog.ts';
import type { TestServer } from './server.ts';

/** By table or folder, what is there. */
export type Everything = Record<string, unknown>;

interface Called {
  request: { host: string; method: string; path: string };
}

/**
 * Looks at all that a call may change: rows of every table, files, and calls to other servers. Mails and texts are rows until
 * a worker sends them, which `server` must not have.
 * @returns asks how it stands, with the rows of a tenant and of all, and how often others were called
 */
export function useEverything(server: TestServer): (tenantId: string) => Promise<Everything> {
  const { isCluster } = inject('server');
  let counter: pg.PoolClient;
  let text: string;
  let calls: string[] = [];
  const note = (message: unknown) => {
    const { request } = message as Called;
    const { port } = new URL(server.url);
    // Tests call the server itself in the same way.
    if (!request.host.startsWith('127.0.0.1') || !isAt(request, port))
      calls.push(`${request.method} ${request.host}${request.path}`);
  };
  const started = channel('http.client.request.start');
  beforeAll(async () => {
    calls = [];
    counter = await server.db.connect();
    // Planning more than a hundred tables takes longer than reading them: once is enough.
    if (!isCluster) await counter.query('set plan_cache_mode = force_generic_plan');
    const tables = (await appTables(server.db)).filter(
      ({ name, isPartition }) => !isPartition && !countedLater.includes(name),
    );
    text = textOf(tables, isCluster);
    started.subscribe(note);
  });
  afterAll(() => {
    started.unsubscribe(note);
    counter.release(true);
  });
  return async (tenantId) => {
    // Under a name, so that it is prepared.
    const query = { name: 'every row', text, values: [tenantId] };
    const { rows } = await counter.query(query);
    return {
      ...Object.fromEntries(rows.map(({ name, rows: found }) => [name, found])),
      ' files': await filesIn(join(server.config.dataDir, 'files')),
      ' calls': [...calls],
    };
  };
}

const isAt = (request: object, port: string): boolean =>
  (request as { getHeader(name: string): unknown }).getHeader('host') === `127.0.0.1:${port}`;

/** Notes about a caller, whatever the call was. */
const noted = ['last_used_at', 'last_used_ip', 'last_active_at'];

/**
 * The content of every table: how many rows, and a hash of those of the tenant, in one query and one scan of each. On a cluster
 * it goes to the tenant's node, and so counts only the tenant's rows.
 */
function textOf(tables: Table[], isCluster: boolean): string {
  const counts = tables.map(({ name, hasTenant, columns }) => {
    const isNoted = columns.some((column) => noted.includes(column));
    const row = isNoted ? `(to_jsonb(t) - '{${noted}}'::text[])::text` : 't::text';
    const own = hasTenant && !isCluster ? ' filter (where tenant_id = $1)' : '';
    return `
      select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0))${own}, 0) as rows
      from app.${name} t ${hasTenant && isCluster ? 'where tenant_id = $1' : ''}`;
  });
  return counts.join(' union all ');
}

/** Each with its size and its last write. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, isFile } = await statOf(join(folder, name));
      return isFile ? [`${name} ${size} ${mtimeMs}`] : [];
    }),
  );
  return found.flat().toSorted();
}

async function statOf(path: string) {
  const found = await stat(path).catch(() => undefined);
  return { size: found?.size, mtimeMs: found?.mtimeMs, isFile: found?.isFile() ?? false };
}
