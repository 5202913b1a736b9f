import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownTables } from '../../src/snapshot/known-tables.ts';
import { readSnapshot } from '../../src/snapshot/read.ts';
import type { Staging } from '../../src/snapshot/staging.ts';
import { writeSnapshot } from '../../src/snapshot/write.ts';
import { type Client, createClient, createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { openLiving, partsOf } from './living.ts';
import { stagingsOf } from './pour.ts';

/** A tenant that goes to another installation, in an encrypted snapshot, and keeps its id. */

const here = useOwnDatabase();
const there = useOwnDatabase();
const passphrase = 'a passphrase of some length';

let original: TenantClient;
let copy: Client;
let staging: Staging;
let stagings: ReturnType<typeof stagingsOf>;
let type: string;
let form: string;
let place: string;

beforeAll(async () => {
  stagings = stagingsOf(there);
  // Numbers of transactions are higher here.
  for (let n = 0; n < 300; n++) await here.db.query('select pg_current_xact_id()');
  original = await createTenant(here);
  const { body } = await original.post('/v1/object-types', {
    name: 'things',
    properties: [
      { name: 'code', data_type: 'string', is_unique: true },
      { name: 'size', data_type: 'number', is_indexed: true },
      { name: 'title', data_type: 'string' },
    ],
  });
  type = body.data.id;
  for (const [code, size] of [...'abcdef'].map((one, n) => [one, n] as const))
    await original.post(`/v1/objects/${type}`, {
      properties: { code, size, title: `the ${code} of words` },
    });
  form = (
    await original.post('/v1/forms', {
      name: 'Ask us',
      fields: [{ name: 'question', type: 'string' }],
    })
  ).body.data.id;
  const source = await openLiving(here, original.tenant.id, { secrets: 'included' });
  place = source.manifest.feed_place;
  const file = new PassThrough();
  const known = await knownTables(partsOf(there).url);
  staging = await stagings.open({ tenantId: original.tenant.id });
  await Promise.all([
    writeSnapshot(source, { to: file, lock: { passphrase } }),
    readSnapshot(file, { unlock: { passphrase }, known, target: staging }),
  ]);
  await source.close();
  await staging.activate({ name: 'Moved', slug: 'moved' });
  copy = createClient(there, original.token);
}, 120_000);
afterAll(() => stagings.end());

describe('a tenant that keeps its id in another installation', () => {
  it('is opened by the tokens of its keys', async () => {
    const { status, body } = await copy.get('/v1/tenants/current');
    expect([status, body.data.id, body.data.slug]).toEqual([200, original.tenant.id, 'moved']);
  });

  it('keeps its addresses where they are free', async () => {
    expect(staging.report.remapped).toEqual([]);
    const [one, other] = await Promise.all(
      [here, there].map(async ({ url }) => (await fetch(`${url}/f/${form}`)).status),
    );
    expect(other).toBe(one);
    expect(other).not.toBe(404);
  });

  it('finds objects by filter, by index and by words as before, and keeps values unique', async () => {
    const ask = async (body: object) => {
      const [one, other] = await Promise.all(
        [original, copy].map((client) => client.post(`/v1/objects/${type}/search`, body)),
      );
      expect(other?.body.data.results).toEqual(one?.body.data.results);
      return other?.body.data.results.length;
    };
    expect(await ask({ filters: { size: { gte: 3 } }, sort: 'size' })).toBe(3);
    expect(await ask({ query: 'words' })).toBe(6);
    const { status } = await copy.post(`/v1/objects/${type}`, { properties: { code: 'a' } });
    expect(status).toBe(409);
  });

  it('goes on with the feed from the place of the snapshot, without a gap', async () => {
    await settle(here.db);
    const { body: old } = await copy.get('/v1/changes?limit=1000');
    const { body: all } = await original.get('/v1/changes?limit=1000');
    const ids = (results: Array<{ id: string }>) => results.map(({ id }) => id);
    expect(ids(old.data.results).slice(0, all.data.results.length)).toEqual(ids(all.data.results));
    await copy.post(`/v1/objects/${type}`, { properties: { code: 'new' } });
    // Events wait for the transactions of other tenants that began before them.
    const types = await until(
      async () =>
        (await copy.get(`/v1/changes?since=${place}`)).body.data.results.map(
          ({ type: of }: { type: string }) => of,
        ),
      (found: string[]) => found.at(-1) === 'object.created',
    );
    // It begins before whatever was under way anywhere, so events of the snapshot may come once more.
    expect(types.slice(-2)).toEqual(['tenant.restored', 'object.created']);
  });

  it('counts its objects, and journals who has restored it', async () => {
    const { rows } = await there.db.query(
      `select sum(live)::int as live from app.object_counts where tenant_id = $1`,
      [staging.tenant],
    );
    expect(rows).toEqual([{ live: 7 }]);
    const { body } = await copy.get('/v1/audit-logs?action=tenant.restored');
    expect(body.data.logs[0].actor).toMatchObject({ type: 'platform' });
  });
});
