/** Vector search, where vectors lie together and where they point anywhere: how long it takes, and how many of the nearest ten it finds. */
import type pg from 'pg';
import { type Harness, median } from './harness.ts';

/** Texts are about so many things, and each is a little different. */
const topics = 2_000;
const queries = 30;
const nearest = 10;

interface Collection {
  name: string;
  count: number;
  dimensions: number;
  /** They point anywhere, and are about nothing. */
  isIsotropic?: true;
  ms: number;
  recall: number;
}

const collections: Collection[] = [
  { name: 'large', count: 100_000, dimensions: 384, ms: 80, recall: 0.95 },
  { name: 'small', count: 5_000, dimensions: 64, isIsotropic: true, ms: 100, recall: 0.99 },
  { name: 'whole', count: 20_000, dimensions: 384, isIsotropic: true, ms: 1_000, recall: 0.99 },
  { name: 'wide', count: 100_000, dimensions: 384, isIsotropic: true, ms: 3_000, recall: 0.95 },
];

/** @param db as the owner: vectors of models are not made here */
export async function measureVectors(harness: Harness, db: pg.Pool, tenant: string): Promise<void> {
  for (const collection of collections) await measure(harness, db, tenant, collection);
}

async function measure(
  harness: Harness,
  db: pg.Pool,
  tenant: string,
  collection: Collection,
): Promise<void> {
  const { name, count, dimensions, isIsotropic, ms, recall } = collection;
  const vectors = makeVectors(collection);
  await store(db, tenant, name, vectors);
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < queries + 1; n++) {
    const query = isIsotropic
      ? unit(randomly(dimensions))
      : near(vectors[(n * 4871) % count] as Float32Array, 0.03);
    const started = performance.now();
    const { results } = await harness.post<{ results: { id: string }[] }>('/v1/ai/vector-search', {
      collection: name,
      vector: [...query],
      limit: nearest,
    });
    // The first one only warms.
    if (n === 0) continue;
    times.push(performance.now() - started);
    const exact = new Set(exactly(vectors, query));
    found += results.filter(({ id }) => exact.has(id)).length / nearest;
  }
  const data = `${count.toLocaleString('en')} vectors of ${dimensions} dimensions${isIsotropic ? ' that point anywhere' : ''}`;
  harness.report(
    `milliseconds of a search among ${data}, median`,
    median(times),
    ms,
    '<=',
    'without an extension',
  );
  harness.report(
    `of the ten nearest of ${data}, found`,
    found / queries,
    recall,
    '>=',
    `${queries} searches`,
  );
}

function makeVectors({ count, dimensions, isIsotropic }: Collection): Float32Array[] {
  if (isIsotropic) return Array.from({ length: count }, () => unit(randomly(dimensions)));
  const centres = Array.from({ length: topics }, () => randomly(dimensions));
  return Array.from({ length: count }, (_, n) => near(centres[n % topics] as Float32Array, 1));
}

/** A vector beside another one, of length 1. */
const near = (centre: Float32Array, distance: number): Float32Array =>
  unit(centre.map((value) => value + distance * gauss()));

const randomly = (dimensions: number) => Float32Array.from({ length: dimensions }, gauss);

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const gauss = (): number =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += (a[n] as number) * (b[n] as number);
  return sum;
};

const exactly = (vectors: Float32Array[], query: Float32Array): string[] =>
  vectors
    .map((vector, n) => ({ id: `v${n}`, score: dot(vector, query) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, nearest)
    .map(({ id }) => id);

async function store(
  db: pg.Pool,
  tenant: string,
  name: string,
  vectors: Float32Array[],
): Promise<void> {
  await db.query(
    `insert into app.vector_collections (tenant_id, name, dimensions, model, created_at)
     values ($1, $2, $3, 'own', now())`,
    [tenant, name, (vectors[0] as Float32Array).length],
  );
  for (let from = 0; from < vectors.length; from += 500) {
    const part = vectors.slice(from, from + 500);
    await db.query(
      `with given as (
         select 'v' || ($3::int + v.n - 1) as id, v.value::real[] as embedding
         from unnest($4::text[]) with ordinality v(value, n)),
       kept as (
         insert into app.vectors (tenant_id, collection, id, embedding, updated_at)
         select $1, $2, id, embedding, now() from given)
       insert into app.vector_bits (tenant_id, collection, id, bits)
       select $1, $2, id, app.vector_bits(embedding) from given`,
      [tenant, name, from, part.map((vector) => `{${vector.join(',')}}`)],
    );
  }
  await db.query('vacuum analyze app.vectors, app.vector_bits');
}
