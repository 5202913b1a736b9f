import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { createClient, type TenantClient } from '../support/api.ts';
import { type InsulaProcess, insula, kill, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';

const isLinux = process.platform === 'linux';
type Api = Pick<TenantClient, 'get' | 'post'>;

/** `insula start` as a user starts it: embedded PostgreSQL with fsync. */
async function start(dataDir: string): Promise<{ process: InsulaProcess; api: Api }> {
  const run = insula(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  const [, url = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  return { process: run, api: createClient({ url }, token) };
}

/** Writes, now and then what is undone again, until there is no answer any more. */
async function write(api: Api, acknowledged: string[]): Promise<void> {
  for (let n = 0; ; n++) {
    const properties = n % 3 ? { n } : { code: 'taken' };
    const answer = await api.post('/v1/objects/kept', { properties }).catch(() => undefined);
    if (!answer || answer.status >= 500) return;
    if (answer.status === 201) acknowledged.push(answer.body.data.id);
    else expect(answer.status).toBe(409);
  }
}

interface Event {
  seq: string;
  type: string;
  data: { id: string };
}

/** One reader's memory: what it has seen, and the place to go on from. */
class Reader {
  readonly seen: Event[] = [];
  private since = '';

  /** @returns whether there is more; undefined without an answer */
  async read(api: Api): Promise<boolean | undefined> {
    const path = `/v1/changes?limit=20${this.since && `&since=${this.since}`}`;
    const answer = await api.get(path).catch(() => undefined);
    if (!answer || answer.status >= 500) return undefined;
    expect(answer.status).toBe(200);
    const { results, next_since, has_more } = answer.body.data;
    this.seen.push(...results);
    this.since = next_since;
    return has_more;
  }

  async readAll(api: Api): Promise<void> {
    while ((await this.read(api)) === true);
  }

  async follow(api: Api): Promise<void> {
    while ((await this.read(api)) !== undefined);
  }
}

const journal = (dataDir: string): Promise<string[]> =>
  withClient(
    withRole(runningOwnerUrl(dataDir) as string, 'insula_owner'),
    'test',
    async (client) => {
      const { rows } = await client.query(
        'select app.seq(xid, id) as seq from app.journal order by tenant_id, xid, id',
      );
      return rows.map(({ seq }) => seq);
    },
  );

describe.skipIf(!isLinux)('the feed of changes (looks at /proc: Linux only)', () => {
  it('continues after restarts and kill -9, with nothing lost and nothing twice', {
    timeout: 300_000,
  }, async () => {
    const dataDir = await startedFolder();
    const acknowledged: string[] = [];
    const reader = new Reader();
    let { process: running, api } = await start(dataDir);
    await api.post('/v1/object-types', { name: 'kept' });
    await api.post('/v1/object-types/kept/properties', {
      name: 'code',
      data_type: 'string',
      is_unique: true,
    });
    await api.post('/v1/objects/kept', { properties: { code: 'taken' } });

    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL', 'SIGKILL'] as const) {
      const enough = acknowledged.length + 40;
      const busy = [1, 2, 3, 4].map(() => write(api, acknowledged));
      const following = reader.follow(api);
      await until(
        async () => acknowledged.length,
        (length) => length >= enough,
      );
      const pids = signal === 'SIGKILL' ? postgresOn(dataDir) : [];
      kill([running.child.pid as number, ...pids], signal);
      await running.exit();
      await Promise.all([...busy, following]);
      ({ process: running, api } = await start(dataDir));
    }

    // An undone transaction may give its number to another: the reader has gone past it, and must not have.
    for (let n = 0; n < 5; n++) {
      await api.post('/v1/objects/kept', { properties: { code: 'taken' } });
      await reader.readAll(api);
      kill([running.child.pid as number, ...postgresOn(dataDir)], 'SIGKILL');
      await running.exit();
      ({ process: running, api } = await start(dataDir));
      const { body } = await api.post('/v1/objects/kept', {});
      acknowledged.push(body.data.id);
      await reader.readAll(api);
      expect(reader.seen.at(-1)?.data.id).toBe(body.data.id);
    }

    const created = reader.seen.filter(({ type }) => type === 'object.created');
    const ids = new Set(created.map(({ data }) => data.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    const rows = await journal(dataDir);
    expect(reader.seen.map(({ seq }) => seq)).toEqual(rows);
    const verified = await until(
      async () => (await api.get('/v1/audit-logs/verify')).body.data,
      ({ checked }) => checked === rows.length,
    );
    expect(verified.valid).toBe(true);
    running.child.kill('SIGTERM');
    await running.exit();
  });
});
