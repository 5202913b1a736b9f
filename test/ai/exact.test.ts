import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

interface Found {
  id: string;
  score: number;
}

/** The same numbers for the same seed. */
function gaussians(seed: number): () => number {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Data of several kinds: signs say something of the first, little of the second, and nothing of the third. */
const kinds = {
  isotropic: (gauss: () => number) => gauss(),
  sparse: (gauss: () => number) => (Math.abs(gauss()) > 1.5 ? gauss() : 0),
  positive: (gauss: () => number) => 1 + Math.abs(gauss()) / 10,
};
type Kind = keyof typeof kinds;

const vectorsOf = (kind: Kind, seed: number, count: number, dimensions: number): number[][] => {
  const gauss = gaussians(seed);
  return Array.from({ length: count }, () => [
    gauss(),
    ...Array.from({ length: dimensions - 1 }, () => kinds[kind](gauss)),
  ]);
};

async function store(collection: string, vectors: number[][]): Promise<void> {
  const items = vectors.map((vector, n) => ({ id: `v${n}`, vector, metadata: { third: n % 3 } }));
  const path = `/v1/ai/vectors/${encodeURIComponent(collection)}`;
  const atOnce = Math.min(100, Math.floor(19_000 / (vectors[0] as number[]).length));
  for (let from = 0; from < items.length; from += atOnce)
    await made(api.put(path, { items: items.slice(from, from + atOnce) }));
}

const search = async (collection: string, vector: number[], more: object = {}): Promise<Found[]> =>
  (await made(api.post('/v1/ai/vector-search', { collection, vector, ...more }))).results;

const cosine = (a: number[], b: number[]) =>
  a.reduce((sum, value, n) => sum + value * (b[n] as number), 0) /
  (Math.hypot(...a) * Math.hypot(...b));

/** All of them compared, the nearest first. */
const naively = (vectors: number[][], query: number[]): Found[] =>
  vectors
    .map((vector, n) => ({ id: `v${n}`, score: cosine(vector, query) }))
    .toSorted((a, b) => b.score - a.score);

/** That what was found is the nearest there is: of those at the same distance, any. */
function expectNearest(found: Found[], all: Found[], limit: number): void {
  const nearest = all.filter(({ score }) => score > 1e-6).slice(0, limit);
  expect(found.length).toBeGreaterThanOrEqual(nearest.length);
  const scores = new Map(all.map(({ id, score }) => [id, score]));
  for (const [n, { id, score }] of found.slice(0, nearest.length).entries()) {
    expect(score).toBeCloseTo((nearest[n] as Found).score, 5);
    expect(score).toBeCloseTo(scores.get(id) as number, 5);
    expect(score).toBeLessThanOrEqual(1);
  }
}

describe('a search of vectors', () => {
  it('finds the very nearest of 2,000 that point anywhere, whatever is asked for', async () => {
    const vectors = vectorsOf('isotropic', 1, 2_000, 64);
    await store('isotropic', vectors);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 1_000_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(undefined, 0, 1, 2),
        async (seed, limit, third) => {
          const [query] = vectorsOf('isotropic', seed, 1, 64) as [number[]];
          const filters = third === undefined ? [] : { third };
          const all = naively(vectors, query).filter(
            ({ id }) => third === undefined || Number(id.slice(1)) % 3 === third,
          );
          expectNearest(await search('isotropic', query, { limit, filters }), all, limit);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('does so whatever the numbers are like', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Kind>('sparse', 'positive', 'isotropic'),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 2, max: 90 }),
        async (kind, seed, dimensions) => {
          const vectors = vectorsOf(kind, seed, 250, dimensions);
          const collection = `${kind} ${seed} ${dimensions}`;
          await store(collection, vectors);
          const [query] = vectorsOf(kind, seed + 1, 1, dimensions) as [number[]];
          expectNearest(await search(collection, query), naively(vectors, query), 10);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('never scores more than 1, and holds min_score against what it shows', async () => {
    const vectors = vectorsOf('isotropic', 5, 200, 48);
    await store('scores', vectors);
    for (const [n, vector] of vectors.slice(0, 20).entries()) {
      const found = await search('scores', vector, { min_score: 1 });
      expect(found).toEqual([expect.objectContaining({ id: `v${n}`, score: 1 })]);
    }
  });
});

it('a search of a collection too large to be compared whole continues if signs show little', async () => {
  const dimensions = 512;
  const vectors = vectorsOf('isotropic', 9, 300, dimensions);
  const [query] = vectorsOf('isotropic', 10, 1, dimensions) as [number[]];
  await store('large', vectors);
  // Of the others only the signs, all opposite: enough to be counted.
  await server.db.query(
    `with others as (
       insert into app.vectors (tenant_id, collection, id, embedding, updated_at)
       select $1, 'large', 'other' || n, '{}', now() from generate_series(1, 20000) n returning id)
     insert into app.vector_bits (tenant_id, collection, id, bits)
     select $1, 'large', id, ~ app.vector_bits($2::real[]) from others`,
    [api.tenant.id, query],
  );
  expectNearest(await search('large', query), naively(vectors, query), 10);
  expectNearest(
    await search('large', query, { limit: 5, filters: { third: 1 } }),
    naively(vectors, query).filter(({ id }) => Number(id.slice(1)) % 3 === 1),
    5,
  );
});
