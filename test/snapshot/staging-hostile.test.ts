import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/db/new-id.ts';
import { SnapshotInvalid } from '../../src/snapshot/errors.ts';
import type { Manifest, SnapshotTable } from '../../src/snapshot/format.ts';
import {
  dropStaging,
  dropStagingsLeft,
  openStaging,
  type Staging,
} from '../../src/snapshot/staging.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { openLiving, type Read, readAll } from './living.ts';
import { stagingsOf } from './pour.ts';

/** Rows that no API would have written, and loading that ends in the middle. */

const silent = { error: () => {} };
const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });

let api: TenantClient;
let victim: TenantClient;
let good: Read;
let stagings: ReturnType<typeof stagingsOf>;
let before: Record<string, string>;

beforeAll(async () => {
  stagings = stagingsOf(server);
  api = await sceneOf();
  victim = await sceneOf();
  good = await readAll(await openLiving(server, api.tenant.id));
  before = await digests();
}, 120_000);
afterAll(() => stagings.end());

async function sceneOf(): Promise<TenantClient> {
  const made = await createTenant(server);
  await createUser(made);
  const { body: type } = await made.post('/v1/object-types', {
    name: 'things',
    properties: [
      { name: 'code', data_type: 'string', is_unique: true },
      { name: 'size', data_type: 'number' },
    ],
  });
  for (const code of ['a', 'b', 'c'])
    await made.post(`/v1/objects/${type.data.id}`, { properties: { code, size: 1 } });
  await made.patch('/v1/governance', { timezone: 'Europe/Berlin' });
  await made.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['object.created'] });
  return made;
}

/** Everything of all tenants but those that are being loaded. */
async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const counts = ['call_days', 'meter_writers', 'meters', 'usage_months'];
  for (const { name, isPartition } of await appTables(server.db)) {
    if (isPartition || counts.includes(name)) continue;
    const { rows } = await server.db.query(
      `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from app.${name} t`,
    );
    found[name] = rows[0].digest;
  }
  return found;
}

type Rows = Record<string, unknown[][]>;

const tableOf = (name: string): SnapshotTable =>
  good.manifest.tables.find((table) => table.name === name) as SnapshotTable;
const at = (table: string, column: string): number => tableOf(table).columns.indexOf(column);

/** Loads and builds what the snapshot would be after a change. The staging is dropped, whatever comes of it. */
async function loading(
  change: (rows: Rows) => void,
  manifest: Manifest = good.manifest,
  look: (tenant: string) => Promise<void> = async () => {},
) {
  const rows: Rows = Object.fromEntries(
    Object.entries(good.rows).map(([name, lines]) => [name, lines.map((line) => JSON.parse(line))]),
  );
  change(rows);
  const staging = await stagings.open();
  try {
    await staging.begin(manifest);
    for (const table of manifest.tables) {
      const lines = (rows[table.name] ?? []).map((row) => `${JSON.stringify(row)}\n`);
      const chunk = Buffer.from(lines.join(''));
      if (lines.length === 0) continue;
      if (table.name === 'journal') await staging.journal(chunk);
      else await staging.rows(table, chunk);
    }
    await staging.end();
    await staging.build();
    await look(staging.tenant);
  } finally {
    await staging.drop();
  }
}

/** Sets a column of a row. */
const set =
  (table: string, row: number, column: string, value: unknown) =>
  (rows: Rows): void => {
    (rows[table]?.[row] as unknown[])[at(table, column)] = value;
  };

const settings = (column: string, value: unknown) => set('tenant_settings', 0, column, value);

const event = (ms: number) => `evt_${ms.toString(16).padStart(12, '0')}7000800000000000000a`;

const refused: Array<[what: string, change: (rows: Rows) => void, place: object]> = [
  ['a moment that is none', set('objects', 1, 'created_at', 'yesterdayish'), { row: 2 }],
  ['a number that is a text', set('objects', 2, 'version', 'many'), { row: 3 }],
  ['a NUL', set('objects', 0, 'properties', { code: '\u0000' }), { row: 1 }],
  ['a key twice', ({ objects }) => objects?.push(objects[0] as unknown[]), { row: 4 }],
  ['a missing value', set('users', 0, 'role', null), { row: 1 }],
  ['a parent that is not there', set('properties', 0, 'object_type_id', 'ot_none'), { row: 1 }],
  ['an id that is none', set('webhooks', 0, 'id', 'web_"; drop table app.users; --'), { row: 1 }],
  ['a state that does not exist', set('webhooks', 0, 'status', 'superuser'), { row: 1 }],
  [
    'a hash that takes four gigabytes to check',
    set(
      'users',
      0,
      'password_hash',
      `$argon2id$v=19$m=4194304,t=9,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    ),
    { row: 1 },
  ],
  ['a place that nothing can follow', set('journal', 0, 'xid', '281474976710655'), { row: 1 }],
  ['an event of the year 9999', set('journal', 0, 'id', event(253_370_764_800_000)), { row: 1 }],
  ['an event of the year 1970', set('journal', 0, 'id', event(1)), { row: 1 }],
  ['settings that are a list', settings('auth', [1]), { row: 1 }],
  ['a retention that is a text', settings('governance', { version_retention: 'x' }), { row: 1 }],
  ['an object of a type that is not there', set('objects', 0, 'object_type_id', 'ot_none'), {}],
  ['a unique value twice', set('objects', 1, 'properties', { code: 'a' }), {}],
];

describe('a snapshot with rows that no API would have written', () => {
  it('is loaded as it is when nothing is wrong with it', async () => {
    await loading(() => {});
  });

  it.each(refused)('is refused for %s', async (_, change, place) => {
    const error = await loading(change).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SnapshotInvalid);
    expect((error as SnapshotInvalid).reason).toBe('bad_row');
    expect((error as SnapshotInvalid).place).toMatchObject(place);
  });

  it('is loaded without a time zone that is not known here', async () => {
    await loading(
      settings('governance', { timezone: 'Moon/Tycho' }),
      good.manifest,
      async (tenant) => {
        const { rows } = await server.db.query(
          'select governance from app.tenant_settings where tenant_id = $1',
          [tenant],
        );
        expect(rows).toEqual([{ governance: {} }]);
      },
    );
  });

  it('is loaded with events of months that have no partition yet, which get one first', async () => {
    const months = async () =>
      (await server.db.query(`select name from app.journal_months()`)).rows.length;
    const count = await months();
    await loading(set('journal', 0, 'id', event(Date.UTC(2022, 4, 5))));
    expect(await months()).toBe(count + 1);
    const { rows } = await server.db.query(
      'select count(*)::int as count from app.journal_default',
    );
    expect(rows).toEqual([{ count: 0 }]);
    await server.db.query('drop table app.journal_2022_05');
  });

  it('finds the row of a chunk of several sets', async () => {
    const error = await loading((rows) => {
      const row = rows.objects?.[0] as unknown[];
      rows.objects = Array.from({ length: 7_000 }, (_, n) =>
        row.with(at('objects', 'id'), `obj_${n}`).with(at('objects', 'properties'), {}),
      );
      set('objects', 6_543, 'version', 'none')(rows);
    }).catch((thrown: unknown) => thrown);
    expect((error as SnapshotInvalid).place).toEqual({
      entry: 'rows/objects/000001.ndjson',
      row: 6_544,
    });
  });

  it.each([
    ['a table of the installation', 'plans', ['id'], 'unknown_table'],
    ['a table of no tenant', 'pg_authid', ['rolname'], 'unknown_table'],
    ['a table by an expression', 'users; drop table app.users', ['id'], 'unknown_table'],
    ['the column of the tenant', 'users', ['id', 'tenant_id'], 'unknown_column'],
    ['a column that is not there', 'users', ['id', 'is_admin'], 'unknown_column'],
    ['a column by an expression', 'users', ['id) select 1; --'], 'unknown_column'],
  ])('is refused for %s', async (_, name, columns, reason) => {
    const staging = await stagings.open();
    const line = Buffer.from(`${JSON.stringify(columns.map(() => victim.tenant.id))}\n`);
    const loaded = staging.rows({ name, columns, key: [] }, line);
    await expect(loaded).rejects.toMatchObject({ reason });
    await staging.drop();
  });

  it('decides nothing that the installation decides', async () => {
    const table = tableOf('tenants');
    const columns = [...table.columns.filter((name) => !given.includes(name)), ...given];
    const staging = await stagings.open();
    const values = columns.map((name) => ({ name: 'Mine', ...wanted })[name as 'name'] ?? null);
    await staging.begin(good.manifest);
    await staging.rows({ ...table, columns }, Buffer.from(`${JSON.stringify(values)}\n`));
    const { rows } = await server.db.query(
      `select name, status, plan_tier, region, limits, features, place_shift::int, outbound from app.tenants where tenant_id = $1`,
      [staging.tenant],
    );
    expect(rows).toEqual([
      {
        name: 'Mine',
        status: 'provisioning',
        plan_tier: 'unlimited',
        region: null,
        limits: {},
        features: {},
        place_shift: 0,
        outbound: 'off',
      },
    ]);
    await staging.drop();
  });

  it('is refused for bytes that no row names, and for those of another checksum', async () => {
    const staging = await stagings.open();
    const bytes = Buffer.from('bytes');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const put = (name: string) =>
      staging.file({ sha256: name, bytes: bytes.length }, Readable.from([bytes]));
    await expect(put(sha256)).rejects.toMatchObject({ reason: 'bad_row' });
    await expect(put('0'.repeat(64))).rejects.toMatchObject({ reason: 'checksum' });
    expect(await Array.fromAsync(stagings.parts.storage.list(staging.tenant))).toEqual([]);
    await staging.drop();
  });

  it('has changed not one row, and left none', async () => {
    expect(await digests()).toEqual(before);
  });
});

const given = [
  'status',
  'plan_tier',
  'region',
  'limits',
  'features',
  'place_shift',
  'outbound',
  'slug',
];
const wanted = {
  status: 'active',
  plan_tier: 'enterprise',
  region: 'moon',
  limits: { objects: 1e9 },
  features: { beta: true },
  place_shift: 99,
  outbound: 'on',
  slug: 'insula',
};

describe('loading that ends in the middle', () => {
  const objects = () => tableOf('object_types');
  const lines = () => Buffer.from(`${good.rows.object_types?.join('\n')}\n`);

  async function begun(): Promise<Staging> {
    const staging = await stagings.open();
    await staging.begin(good.manifest);
    await staging.rows(objects(), lines());
    staging.close();
    return staging;
  }

  it('is left alone while it is touched, and removed by the worker when it no longer is', async () => {
    const staging = await begun();
    expect(await dropStagingsLeft(stagings.parts, silent)).toEqual([]);
    await server.db.query(
      `update app.tenants set updated_at = now() - interval '11 minutes' where tenant_id = $1`,
      [staging.tenant],
    );
    expect(await dropStagingsLeft(stagings.parts, silent)).toEqual([staging.tenant]);
    expect(await digests()).toEqual(before);
  });

  it('is removed although another one cannot be: that is logged', async () => {
    const [faulty, other] = [await begun(), await begun()].toSorted((a, b) =>
      a.tenant < b.tenant ? -1 : 1,
    ) as [Awaited<ReturnType<typeof begun>>, Awaited<ReturnType<typeof begun>>];
    await server.db.query(
      `update app.tenants set updated_at = now() - interval '11 minutes' where tenant_id = any ($1)`,
      [[faulty.tenant, other.tenant]],
    );
    const storage = {
      removeTenant: async (tenant: string) => {
        if (tenant === faulty.tenant) throw new Error('its folder is in the way');
      },
    } as never;
    const faults: string[] = [];
    const log = { error: (message: string) => void faults.push(message) };
    expect(await dropStagingsLeft({ ...stagings.parts, storage }, log)).toEqual([other.tenant]);
    expect(faults).toEqual([
      `what was left of loading ${faulty.tenant} could not be removed: Error`,
    ]);
    expect(await digests()).toEqual(before);
  });

  it('writes nothing more once its removal has begun, which goes on wherever it was interrupted', async () => {
    const staging = await begun();
    await stagings.pool.query('select worker.staging_drop($1)', [staging.tenant]);
    await expect(staging.rows(objects(), lines())).rejects.toThrow(/not being loaded/);
    await expect(staging.activate({ name: 'Too late' })).rejects.toThrow();
    expect(await dropStagingsLeft(stagings.parts, silent)).toEqual([staging.tenant]);
    await dropStaging(stagings.parts, staging.tenant);
    expect(await digests()).toEqual(before);
  });

  it('is half a tenant at no moment: it can be dropped after each statement, or is done', async () => {
    /** @returns how many statements there were */
    async function loadUpTo(most: number, tenantId: string): Promise<number> {
      let count = 0;
      const { pool, ...rest } = stagings.parts;
      const dying = new Proxy(pool, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (name !== 'query' && name !== 'connect')
            return typeof value === 'function' ? value.bind(target) : value;
          return (...args: unknown[]) => {
            count += 1;
            if (count > most) throw new Error('killed');
            return value.apply(target, args);
          };
        },
      });
      const staging = await openStaging({ ...rest, pool: dying }, { tenantId, reason: 'test' });
      staging.close();
      await staging.begin(good.manifest);
      for (const table of good.manifest.tables) {
        const chunk = Buffer.from(
          (good.rows[table.name] ?? []).map((line) => `${line}\n`).join(''),
        );
        if (chunk.length === 0) continue;
        if (table.name === 'journal') await staging.journal(chunk);
        else await staging.rows(table, chunk);
      }
      await staging.end();
      await staging.activate({ name: 'Whole' });
      return count;
    }
    const all = await loadUpTo(Number.POSITIVE_INFINITY, newId('ten'));
    const { rows } = await server.db.query(
      `select tenant_id from app.tenants where name = 'Whole'`,
    );
    await server.db.query(`update app.tenants set status = 'provisioning' where name = 'Whole'`);
    await dropStaging(stagings.parts, rows[0].tenant_id);
    expect(await digests()).toEqual(before);
    for (let most = 1; most < all; most += 3) {
      const tenant = newId('ten');
      await expect(loadUpTo(most, tenant)).rejects.toThrow('killed');
      await dropStaging(stagings.parts, tenant);
    }
    expect(await digests()).toEqual(before);
  }, 120_000);

  it('leaves a staging as it was when its slug is taken', async () => {
    const staging = await begun();
    const slug = victim.tenant.slug;
    await expect(staging.activate({ name: 'Twice', slug })).rejects.toThrow();
    const { rows } = await server.db.query(`select status from app.tenants where tenant_id = $1`, [
      staging.tenant,
    ]);
    expect(rows).toEqual([{ status: 'provisioning' }]);
    await staging.drop();
  });
});
