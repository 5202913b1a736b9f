import { beforeAll, describe, expect, inject, it } from 'vitest';
import { checkVectors } from '../../src/cli/doctor/vectors-check.ts';
import { withClient } from '../../src/db/client.ts';
import { indexVectors, vectorState } from '../../src/db/vector-indexes.ts';
import { made } from '../dashboards/support.ts';
import { rowsRead } from '../support/rows-read.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const other = useTenant(server);
const url = () => server.config.databaseUrl as string;
// Of fewer all are compared.
const dimensions = 512;
const count = 20_500;
/** Names of collections are whatever tenants like. */
const collection = `it's "large" %s $1`;

/** The same numbers each time. */
let state = 7;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};
const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const unit = (vector: number[]) => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const beside = (centre: number[], distance: number) =>
  unit(centre.map((value) => value + distance * gauss()));
const makeVectors = (size: number) => {
  const centres = Array.from({ length: 300 }, () => Array.from({ length: dimensions }, gauss));
  return Array.from({ length: size }, (_, n) => beside(centres[n % 300] as number[], 1));
};

async function store(tenant: string, name: string, vectors: number[][]): Promise<void> {
  await server.db.query(
    `insert into app.vector_collections (tenant_id, name, dimensions, model, created_at) values ($1, $2, $3, 'own', now())`,
    [tenant, name, dimensions],
  );
  for (let from = 0; from < vectors.length; from += 2_000)
    await server.db.query(
      `with given as (
         select 'v' || ($3::int + v.n - 1) as id, v.value::real[] as embedding from unnest($4::text[]) with ordinality v(value, n)),
       kept as (
         insert into app.vectors (tenant_id, collection, id, embedding, metadata, updated_at)
         select $1, $2, id, embedding, jsonb_build_object('even', right(id, 1) in ('0', '2', '4', '6', '8'), 'rare', right(id, 2) = '77'), now()
         from given)
       insert into app.vector_bits (tenant_id, collection, id, bits) select $1, $2, id, app.vector_bits(embedding) from given`,
      [
        tenant,
        name,
        from,
        vectors.slice(from, from + 2_000).map((vector) => `{${vector.join(',')}}`),
      ],
    );
}

const search = async (vector: number[], more: object = {}, client: typeof api = api) =>
  (await made(client.post('/v1/ai/vector-search', { collection, vector, ...more }))).results.map(
    ({ id }: { id: string }) => id,
  );

it('a database without the extension reports that, and searches by signs', async () => {
  const { isAvailable, schema } = await vectorState(url());
  expect([isAvailable, schema]).toEqual([inject('server').hasVector, undefined]);
  if (isAvailable) return;
  await expect(indexVectors(url())).rejects.toThrow('install pgvector');
  expect(await checkVectors(url())).toMatchObject({ status: 'ok' });
});

describe.skipIf(!inject('server').hasVector)('with the extension vector (SERVER_URL)', () => {
  const vectors = makeVectors(count);
  const queries = Array.from({ length: 30 }, (_, n) =>
    beside(vectors[(n * 397) % count] as number[], 0.03),
  );
  const exactly = (query: number[], fits: (n: number) => boolean = () => true) =>
    vectors
      .map((vector, n) => ({
        n,
        score: vector.reduce((sum, value, at) => sum + value * (query[at] as number), 0),
      }))
      .filter(({ n }) => fits(n))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 10)
      .map(({ n }) => `v${n}`);
  const recall = async (more: object = {}, fits?: (n: number) => boolean) => {
    let found = 0;
    for (const query of queries) {
      const exact = new Set(exactly(query, fits));
      found +=
        (await search(query, more)).filter((id: string) => exact.has(id)).length / exact.size;
    }
    return found / queries.length;
  };
  let bySigns: number;
  beforeAll(async () => {
    await store(api.tenant.id, collection, vectors);
    await store(other.tenant.id, collection, vectors.slice(0, 50));
    await server.db.query('vacuum analyze app.vectors, app.vector_bits');
    bySigns = await recall();
    expect(await checkVectors(url())).toMatchObject({ status: 'warning' });
    const { made: done } = await indexVectors(url());
    expect(done).toMatchObject([{ tenant_id: api.tenant.id, name: collection, vectors: count }]);
    expect(await checkVectors(url())).toMatchObject({ status: 'ok' });
  }, 300_000);
  const indexes = async () =>
    (await server.db.query(`select relname from pg_class where relname ~ '^vectors_hnsw_'`)).rows;

  it('finds as many of the nearest ten as by signs, with filters too', async () => {
    const { rows } = await server.db.query('select app.vector_index_schema($1, $2) as schema', [
      api.tenant.id,
      collection,
    ]);
    expect(rows[0].schema).toBe('ext');
    expect(bySigns).toBeGreaterThanOrEqual(0.95);
    expect(await recall()).toBeGreaterThanOrEqual(0.95);
    const even = { filters: [{ property: 'even', operator: 'eq', value: true }] };
    expect(await recall(even, (n) => n % 2 === 0)).toBeGreaterThanOrEqual(0.95);
    const rare = { filters: [{ property: 'rare', operator: 'eq', value: true }] };
    expect(await recall(rare, (n) => n % 100 === 77)).toBeGreaterThanOrEqual(0.95);
  });

  it('reads no more vectors than it compares', async () => {
    const args = { collection, vector: queries[0], limit: 10 };
    const { read } = await rowsRead(server.pool, api.tenant.id, 'ai_vector_search', args);
    expect(read).toBeGreaterThanOrEqual(100);
    expect(read).toBeLessThan(1_000);
  });

  it('shows another tenant nothing but its own, and follows what is written', async () => {
    const found = await search(queries[0] as number[], { limit: 50 }, other);
    expect(found.length).toBeGreaterThan(10);
    expect(found.every((id: string) => Number(id.slice(1)) < 50)).toBe(true);
    const query = unit(Array.from({ length: dimensions }, gauss));
    await made(
      api.put(`/v1/ai/vectors/${encodeURIComponent(collection)}`, {
        items: [{ id: 'new', vector: query }],
      }),
    );
    expect((await search(query))[0]).toBe('new');
    await made(api.delete(`/v1/ai/vectors/${encodeURIComponent(collection)}/new`));
    expect(await search(query)).not.toContain('new');
  });

  it('makes an interrupted index again, and removes that of a collection that is gone', async () => {
    expect(await indexVectors(url())).toEqual({ made: [], removed: [] });
    const [{ relname }] = await indexes();
    await withClient(url(), 'test', (client) =>
      client.query(
        `update pg_index set indisvalid = false where indexrelid = 'app.${relname}'::regclass`,
      ),
    );
    expect(await search(queries[0] as number[])).toHaveLength(10);
    expect(await indexVectors(url())).toMatchObject({
      made: [{ index: relname }],
      removed: [relname],
    });
    await server.db.query('delete from app.vector_collections where tenant_id = $1', [
      api.tenant.id,
    ]);
    expect(await indexVectors(url())).toEqual({ made: [], removed: [relname] });
    expect(await indexes()).toEqual([]);
  });
});
