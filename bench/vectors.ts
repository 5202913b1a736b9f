/** Vector search over 100,000 vectors of 384 dimensions: how long it takes, and how many of the nearest ten it finds. */
import type pg from 'pg';
import { type Harness, median } from './harness.ts';

const count = 100_000;
const dimensions = 384;
/** Texts are about so many things, and each is a little different. */
const topics = 2_000;
const queries = 30;
const nearest = 10;

/** @param db as the owner: vectors of models are not made here */
export async function measureVectors(harness: Harness, db: pg.Pool, tenant: string): Promise<void> {
  const vectors = makeVectors();
  await store(db, tenant, vectors);
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < queries + 1; n++) {
    const query = near(vectors[(n * 4871) % count] as Float32Array, 0.03);
    const started = performance.now();
    const { results } = await harness.post<{ results: { id: string }[] }>('/v1/ai/vector-search', {
      collection: 'bench',
      vector: [...query],
      limit: nearest,
    });
    // The first one only warms.
    if (n === 0) continue;
    times.push(performance.now() - started);
    const exact = new Set(exactly(vectors, query));
    found += results.filter(({ id }) => exact.has(id)).length / nearest;
  }
  harness.report(
    'milliseconds of a search among 100,000 vectors of 384 dimensions, median',
    median(times),
    80,
    '<=',
    'without an extension',
  );
  harness.report(
    'of the ten nearest vectors, found',
    found / queries,
    0.95,
    '>=',
    `${queries} searches`,
  );
}

function makeVectors(): Float32Array[] {
  const centres = Array.from({ length: topics }, () =>
    Float32Array.from({ length: dimensions }, gauss),
  );
  return Array.from({ length: count }, (_, n) => near(centres[n % topics] as Float32Array, 1));
}

/** A vector beside another one, of length 1. */
function near(centre: Float32Array, distance: number): Float32Array {
  const vector = centre.map((value) => value + distance * gauss());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const gauss = (): number =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let n = 0; n < dimensions; n++) sum += (a[n] as number) * (b[n] as number);
  return sum;
};

const exactly = (vectors: Float32Array[], query: Float32Array): string[] =>
  vectors
    .map((vector, n) => ({ id: `v${n}`, score: dot(vector, query) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, nearest)
    .map(({ id }) => id);

async function store(db: pg.Pool, tenant: string, vectors: Float32Array[]): Promise<void> {
  await db.query(
    `insert into app.vector_collections (tenant_id, name, dimensions, model, created_at)
     values ($1, 'bench', $2, 'own', now())`,
    [tenant, dimensions],
  );
  for (let from = 0; from < vectors.length; from += 500) {
    const part = vectors.slice(from, from + 500);
    await db.query(
      `with given as (
         select 'v' || ($2::int + v.n - 1) as id, v.value::real[] as embedding
         from unnest($3::text[]) with ordinality v(value, n)),
       kept as (
         insert into app.vectors (tenant_id, collection, id, embedding, updated_at)
         select $1, 'bench', id, embedding, now() from given)
       insert into app.vector_bits (tenant_id, collection, id, bits)
       select $1, 'bench', id, app.vector_bits(embedding) from given`,
      [tenant, from, part.map((vector) => `{${vector.join(',')}}`)],
    );
  }
  await db.query('vacuum analyze app.vectors, app.vector_bits');
}
