import { describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { restoredAt } from '../backups/scene.ts';
import { apply, diff, sent } from '../diffs/scene.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { kill, postgresOn } from '../support/process.ts';
import type { TestServer } from '../support/server.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { Ledger, type Row } from './ledger.ts';
import { createType, load } from './load.ts';
import { type Started, start } from './start.ts';

const platformKey = 'operator-of-the-durability-tests-0123456789';
const isLinux = process.platform === 'linux';
const objects = 100;

let dataDir: string;
let running: Started;
/** Of the process that runs now: its port is another after each start. */
let server: TestServer;
let operator: Client;

async function open(): Promise<void> {
  running = await start(dataDir, { PLATFORM_ADMIN_KEY: platformKey });
  server = { url: running.url, platformKey, db: {} } as unknown as TestServer;
  operator = platformClient(server);
}
async function killAll(): Promise<void> {
  const { child, exit } = running.process;
  kill([child.pid as number, ...postgresOn(dataDir)], 'SIGKILL');
  await exit();
}

const asOwner = <T>(work: Parameters<typeof withClient<T>>[2]) =>
  withClient(withRole(runningOwnerUrl(dataDir) as string, 'insula_owner'), 'durability', work);
const rowsOf = (sql: string, values: unknown[] = []) =>
  asOwner(async (client) => (await client.query(sql, values)).rows);

/** A tenant, whatever port the server has now. */
class Tenant {
  readonly id: string;
  readonly token: string;
  constructor(id: string, token: string) {
    this.id = id;
    this.token = token;
  }
  get api(): TenantClient {
    return { ...operator.as(this.token), tenant: { id: this.id } } as unknown as TenantClient;
  }
  /** The titles of its objects that are not deleted, in order. */
  async titles(): Promise<string[]> {
    const rows = await rowsOf(
      `select properties->>'title' as title from app.objects
       where tenant_id = $1 and not is_deleted order by properties->>'title'`,
      [this.id],
    );
    return rows.map(({ title }) => title);
  }
  async create(titles: string[]): Promise<void> {
    const made = titles.map((title) => ({ properties: { title } }));
    await sent(this.api, 'post', '/v1/objects/things/batch/create', { objects: made });
  }
  /** Deletes some of its first objects. */
  async thin(count: number): Promise<void> {
    const rows = await rowsOf(
      `select id from app.objects where tenant_id = $1 and not is_deleted order by properties->>'title' limit $2`,
      [this.id, count],
    );
    for (const { id } of rows) await sent(this.api, 'delete', `/v1/objects/things/${id}`);
  }
}

/** Ended, in whatever way. */
const ended = ({ status }: Record<string, string>) => status !== 'pending' && status !== 'running';
const at = (path: string) => async () => (await operator.get(path)).body.data;

/** A copy of a backup as a tenant of its own. */
async function copyOf(backup: string, name: string): Promise<Tenant> {
  const { id } = await sent(operator, 'post', `/admin/backups/${backup}/restore`, {
    ...{ mode: 'new_tenant', name },
  });
  const { status, target_tenant_id = '' } = await until(at(`/admin/restores/${id}`), ended, 300);
  expect(status).toBe('completed');
  const { token } = await sent(operator, 'post', `/admin/tenants/${target_tenant_id}/keys`, {
    ...{ label: 'after', scopes: ['*'] },
  });
  return new Tenant(target_tenant_id, token);
}

/** A process that is killed answers nothing; any other fault is one of the test. */
const unlessKilled = (work: Promise<unknown>) =>
  work.catch((error) => {
    if (!(error instanceof TypeError) && !/ECONN|socket|terminated|closed/i.test(String(error)))
      throw error;
  });

describe.skipIf(!isLinux)('kill -9 amid operations of whole tenants (looks at /proc)', () => {
  it('ends each of them whole, leaves no half tenant, and loses no write of others', {
    timeout: 1_800_000,
  }, async () => {
    dataDir = await startedFolder();
    await open();
    const ledger = new Ledger();
    const writer = () => ({ url: running.url, token: running.api.token as string });
    await createType(writer());
    const [writing] = await rowsOf('select tenant_id from app.tenants');

    const made = await createTenant(server, { name: 'Original' });
    const original = new Tenant(made.tenant.id, made.token);
    await sent(original.api, 'post', '/v1/object-types', {
      ...{ name: 'things', properties: [{ name: 'title', data_type: 'string' }] },
    });
    const titles = Array.from({ length: objects }, (_, n) => `thing ${String(n).padStart(4, '0')}`);
    await original.create(titles);
    const { id: backup } = await sent(operator, 'post', '/admin/backups', {
      tenant_id: original.id,
    });
    expect((await until(at(`/admin/backups/${backup}`), ended, 300)).status).toBe('completed');
    const [equal, merged, compared, past] = [
      await copyOf(backup, 'In place'),
      await copyOf(backup, 'Merged'),
      await copyOf(backup, 'Compared'),
      await copyOf(backup, 'Past'),
    ];
    const inPlace = () =>
      restoredAt(operator, `/admin/backups/${backup}/restore`, {
        ...{ mode: 'in_place', target_tenant_id: equal.id },
      });
    const merge = () =>
      restoredAt(operator, `/admin/backups/${backup}/restore`, {
        ...{ mode: 'merge', target_tenant_id: merged.id },
      });
    let extra: string[] = [];
    let as_of = '';
    const earlier = () => restoredAt(operator, `/admin/tenants/${past.id}/restore`, { as_of });
    const applied = async () =>
      apply(server, (await diff(server, compared.api, original.api)).id, { changes: 'all' });

    // How many have ended when everything is killed: they have just been asked for, or are on their way, or are nearly done.
    for (const [round, enough] of [0, 1, 4].entries()) {
      await Promise.all([equal, merged, compared].map((tenant) => tenant.thin(20)));
      extra = [...extra, `z added ${round}`];
      await Promise.all([equal, merged].map((tenant) => tenant.create([`z added ${round}`])));
      as_of = (await rowsOf('select app.utc(clock_timestamp()) as now'))[0].now;
      await past.thin(20);

      const ending = new AbortController();
      const loading = load(writer(), ledger, ending.signal);
      const asked = [
        ...[inPlace(), merge(), earlier(), applied()],
        sent(operator, 'post', '/admin/backups', { tenant_id: writing.tenant_id }),
        sent(operator, 'post', `/admin/backups/${backup}/restore`, {
          ...{ mode: 'new_tenant', name: `New ${round}` },
        }),
        sent(operator, 'post', `/admin/tenants/${original.id}/clone`, { name: `Copy ${round}` }),
        sent(original.api, 'post', '/v1/sandboxes', { name: `Tried ${round}` }),
        fetch(`${running.url}/v1/tenants/current/export`, {
          headers: { authorization: `Bearer ${original.token}` },
        }).then((answer) => answer.arrayBuffer()),
      ].map(unlessKilled);
      const counts = () =>
        rowsOf(
          `select count(*)::int as asked, count(*) filter (where status = 'completed')::int as ended
           from app.restores where created_at >= $1::timestamptz`,
          [as_of],
        );
      await until(counts, ([now]) => now.asked > 0 && now.ended >= enough, 300);
      await killAll();
      ending.abort();
      await Promise.all([loading, ...asked]);
      await open();

      // Each goes on by itself, or waits to be confirmed, which is asked for again.
      for (const again of [inPlace, merge, earlier, applied])
        expect((await again()).status).toBe('completed');
      const open_ = () =>
        rowsOf(
          `select id, mode, status from app.restores where status in ('pending', 'running')
           union all select id, source, status from app.backups where status in ('pending', 'running')`,
        );
      await until(open_, (rows) => rows.length === 0, 300);
      const failed = await rowsOf(
        `select mode as what, error from app.restores where status = 'failed'
         union all select source, error from app.backups where status = 'failed'`,
      );
      expect(failed).toEqual([]);
      expect(await equal.titles()).toEqual(titles);
      expect(await merged.titles()).toEqual([...titles, ...extra].toSorted());
      expect(await compared.titles()).toEqual(titles);
      expect(await past.titles()).toEqual(titles);
      // Copies are whole, or they are not there.
      const copies = await rowsOf(
        `select t.tenant_id, t.status, count(o.id)::int as objects from app.tenants t
         left join app.objects o on o.tenant_id = t.tenant_id and not o.is_deleted
         where t.name like 'New %' or t.name like 'Copy %' group by t.tenant_id, t.status`,
      );
      for (const copy of copies) expect(copy).toMatchObject({ status: 'active', objects });
      const half = await rowsOf(
        `select tenant_id, name, status from app.tenants where status in ('provisioning', 'migrating')`,
      );
      expect(half).toEqual([]);
      const kept = await asOwner((client) =>
        client.query<Row>(
          'select id::text, version, is_deleted, properties from app.objects where tenant_id = $1',
          [writing.tenant_id],
        ),
      );
      expect(ledger.settle(kept.rows)).toEqual([]);
    }
    expect(ledger.acknowledged).toBeGreaterThan(100);
    running.process.child.kill('SIGTERM');
    expect(await running.process.exit()).toBe(0);
  });
});
