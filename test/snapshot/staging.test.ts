import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Staging } from '../../src/snapshot/staging.ts';
import { type Answer, createTenant, platformClient } from '../support/api.ts';
import { appTables } from '../support/catalog.ts';
import { documentedOperations, isOfTenant } from '../support/operations.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { openLiving } from './living.ts';
import { oneOfEverything } from './one-of-everything.ts';
import { pour, stagingsOf } from './pour.ts';
import { differences, isNamed } from './reads.ts';

/** A snapshot of a tenant with one of everything, loaded as a new tenant beside it. */

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });

let original: Awaited<ReturnType<typeof oneOfEverything>>;
let stranger: typeof original;
let staging: Staging;
let token: string;
let stagings: ReturnType<typeof stagingsOf>;
let before: Record<string, string>;
let after: Record<string, string>;
let whileLoading: Record<string, number>;

beforeAll(async () => {
  stagings = stagingsOf(server);
  original = await oneOfEverything(server, 'seeded');
  stranger = await oneOfEverything(server, 'stranger');
  before = await others();
  staging = await stagings.open();
  await pour(await openLiving(server, original.tenant.id, { secrets: 'included' }), staging);
  await staging.build();
  whileLoading = await callsOf(staging.tenant);
  await staging.activate({ name: 'A copy' });
  after = await others();
  const path = `/admin/tenants/${staging.tenant}/keys`;
  const { body } = await platformClient(server).post(path, { label: 'mine', scopes: ['*'] });
  token = body.data.token;
}, 240_000);
afterAll(() => stagings.end());

/** A digest of all rows of all tenants but the copy, by table. */
async function others(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, hasTenant, isPartition } of await appTables(server.db)) {
    // Numbers of tickets are those of the installation.
    if (isPartition || name === 'ticket_numbers') continue;
    const { rows } = await server.db.query(
      `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from app.${name} t
       ${hasTenant ? 'where tenant_id is distinct from $1' : 'where $1::text is not null'}`,
      [staging?.tenant ?? ''],
    );
    found[name] = rows[0].digest;
  }
  return found;
}

/** The status that each kind of call gets while a tenant is loaded. */
async function callsOf(tenant: string): Promise<Record<string, number>> {
  const platform = platformClient(server);
  const made = await platform.post(`/admin/tenants/${tenant}/keys`, { label: 'x', scopes: ['*'] });
  const { rows } = await server.db.query(`select id from app.forms where tenant_id = $1`, [tenant]);
  const statusOf = async (path: string) => (await fetch(server.url + path)).status;
  return {
    key: made.status,
    public: await statusOf(`/v1/tenant-config?tenant_id=${tenant}`),
    form: await statusOf(`/f/${rows[0].id}`),
    activate: (await platform.post(`/admin/tenants/${tenant}/activate`)).status,
    suspend: (await platform.post(`/admin/tenants/${tenant}/suspend`, { reason: 'x' })).status,
    delete: (await platform.delete(`/admin/tenants/${tenant}`)).status,
    get: (await platform.get(`/admin/tenants/${tenant}`)).status,
  };
}

async function read(of: string, path: string): Promise<unknown> {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${of}` } });
  let text = (await response.text()).replaceAll(
    staging.tenant.slice(4),
    original.tenant.id.slice(4),
  );
  for (const { kind, from, to } of staging.report.remapped)
    if (kind !== 'share') text = text.replaceAll(to, from);
  return { status: response.status, body: jsonOr(text) };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('a tenant loaded from a snapshot', () => {
  it('answers every read as the original does, but for what belongs to the installation', async () => {
    const operations = (await documentedOperations(server.url)).filter(
      (operation) => operation.method === 'GET' && isOfTenant(operation),
    );
    const here = new Map(staging.report.remapped.map(({ from, to }) => [from, to]));
    const names = original.seeded as unknown as Record<string, string>;
    let asked = 0;
    const found: string[] = [];
    for (const { path } of operations) {
      const fill = (ids: (id: string) => string) =>
        path.replace(/\{(\w+)\}/g, (_, name) => ids(names[name] ?? `{${name}}`));
      const [there, now] = [fill((id) => id), fill((id) => here.get(id) ?? id)];
      if (there.includes('{') || /stream|current\/export/.test(there)) continue;
      asked += 1;
      const copy = (await read(token, now)) as Answer;
      if (path === '/v1/changes')
        expect(copy.body.data.results.splice(-2)).toMatchObject([
          { type: 'tenant.restored' },
          { type: 'key.created' },
        ]);
      for (const field of differences(await read(original.token, there), copy))
        if (!isNamed(path, field)) found.push(`${path} ${field}`);
    }
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(130);
  }, 60_000);

  it('has changed no row of another tenant, and none that belongs to none', () => {
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    // Calls are counted, some time later.
    const counts = ['call_days', 'meter_writers', 'meters', 'usage_months'];
    expect(changed.filter((name) => !counts.includes(name))).toEqual([]);
  });

  it('could not be reached while it was loaded', () => {
    expect(whileLoading).toEqual({
      key: 409,
      public: 404,
      form: 404,
      activate: 409,
      suspend: 409,
      delete: 409,
      get: 200,
    });
  });

  it('opens to no token of the original, also not to one that names the copy', async () => {
    const [, , handle, rest] = original.token.split('_') as [string, string, string, string];
    const body = `ins_${staging.tenant.slice(4)}_${handle}_${rest.slice(0, -6)}`;
    const { rows } = await server.db.query(
      `select $1 || auth.base62(crc32(convert_to($1, 'UTF8')), 6) as token`,
      [body],
    );
    const headers = { authorization: `Bearer ${rows[0].token}` };
    expect((await fetch(`${server.url}/v1/keys`, { headers })).status).toBe(401);
  });

  it('has the bytes of files under its own keys, and its secrets sealed for itself', async () => {
    const { rows } = await server.db.query(
      `select storage_key, checksum from app.blobs where tenant_id = $1`,
      [staging.tenant],
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { storage_key, checksum } of rows) {
      expect(storage_key.startsWith(`${staging.tenant}/`)).toBe(true);
      const bytes = await stagings.parts.storage.read(storage_key);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(checksum);
    }
    const { rows: hooks } = await server.db.query(
      `select c.secret as here, o.secret as there from app.webhooks c
       join app.webhooks o on o.id = c.id and o.tenant_id = $2
       where c.tenant_id = $1 and o.secret like 'enc:v1:%'`,
      [staging.tenant, original.tenant.id],
    );
    const { box } = stagings.parts;
    const opened = hooks.map(({ here, there }) => [
      box.open(staging.tenant, 'webhooks.secret', here),
      box.open(original.tenant.id, 'webhooks.secret', there),
    ]);
    expect(opened.length).toBeGreaterThan(0);
    for (const [here, there] of opened) expect(here).toBe(there);
  });

  it('names the original nowhere but in its history', async () => {
    const found: string[] = [];
    for (const { name, hasTenant, isPartition, columns } of await appTables(server.db)) {
      if (!hasTenant || isPartition) continue;
      const holding = columns.map((one) => `bool_or(t."${one}"::text like $2) as "${one}"`);
      const { rows } = await server.db.query(
        `select ${holding} from app.${name} t where tenant_id = $1`,
        [staging.tenant, `%${original.tenant.id}%`],
      );
      for (const [column, holds] of Object.entries(rows[0]))
        if (holds) found.push(`${name}.${column}`);
    }
    // Journal, and events as listeners were told of them.
    expect(found).toEqual([
      'automation_runs.input',
      'journal.resource_id',
      'journal.before',
      'journal.after',
      'webhook_deliveries.request_body',
      'workflow_runs.input',
    ]);
  });

  it('goes on with the feed behind the last row, and finds what it had', async () => {
    const made = await fetch(`${server.url}/v1/object-types`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'later' }),
    });
    expect(made.status).toBe(201);
    const { rows } = await server.db.query(
      `select type from app.journal where tenant_id = $1 order by xid, id`,
      [staging.tenant],
    );
    expect(rows.at(-1).type).toBe('object_type.created');
    const verify = (await read(token, '/v1/audit-logs/verify')) as { body: { data: object } };
    expect(verify.body.data).toMatchObject({ valid: true });
  });
});

describe('a staging that is dropped', () => {
  it('leaves no row and no byte', async () => {
    const dropped = await stagings.open();
    await pour(await openLiving(server, stranger.tenant.id), dropped);
    await dropped.build();
    await dropped.drop();
    for (const { name, hasTenant, isPartition } of await appTables(server.db)) {
      if (!hasTenant || isPartition) continue;
      const { rows } = await server.db.query(
        `select count(*)::int as count from app.${name} where tenant_id = $1`,
        [dropped.tenant],
      );
      expect([name, rows[0].count]).toEqual([name, 0]);
    }
    expect(await Array.fromAsync(stagings.parts.storage.list(dropped.tenant))).toEqual([]);
  }, 60_000);

  it('cannot be one that is active', async () => {
    await staging.drop();
    expect(((await read(token, '/v1/tenants/current')) as { status: number }).status).toBe(200);
  });

  it('refuses the id of a tenant that there is', async () => {
    const { tenant } = await createTenant(server);
    await expect(stagings.open({ tenantId: tenant.id })).rejects.toThrow(/taken|ALREADY/);
  });
});
