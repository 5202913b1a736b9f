import { beforeAll, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import type { TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { rowsRead } from '../support/rows-read.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';

const server = useOwnDatabase();
const api = useTenant(server);
const other = useTenant(server);
/** Given vectors, so that it is known what is near to [1, 0]: a, b, c in this order, and d is not. */
const parts = [
  { id: 'a', vector: [1, 0], text: 'a brake of steel', metadata: { stock: 1 } },
  { id: 'b', vector: [1, 0.2], text: 'a lamp', metadata: { stock: 0 } },
  { id: 'c', vector: [1, 0.5], text: 'the brake QX-4471', metadata: { stock: 1 } },
  { id: 'd', vector: [-1, 0], text: 'another brake QX-4471', metadata: { stock: 0 } },
];
beforeAll(() => put('parts', parts));

const put = (collection: string, items: object[]) =>
  made(api.put(`/v1/ai/vectors/${collection}`, { items }));
const found = async (body: object, client: Pick<TenantClient, 'post'> = api) => {
  const asked = { collection: 'parts', vector: [1, 0], hybrid: true, ...body };
  const { results } = await made(client.post('/v1/ai/vector-search', asked));
  return results.map(({ id }: { id: string }) => id);
};

it('finds by words what vectors leave out, and puts first what both name', async () => {
  // By vectors: a b c; by words: c d.
  expect(await found({ query: 'QX-4471' })).toEqual(['c', 'a', 'b', 'd']);
  expect(await found({ query: 'QX-4471', limit: 1 })).toEqual(['c']);
  expect(await found({ query: 'nothing has this' })).toEqual(['a', 'b', 'c']);
});

it('applies filters and the minimum score to words as well, and answers the cosine', async () => {
  const stock = { property: 'stock', operator: 'eq', value: 1 };
  expect(await found({ query: 'QX-4471', filters: [stock] })).toEqual(['c', 'a']);
  expect(await found({ query: 'QX-4471', min_score: 0.5 })).toEqual(['c', 'a', 'b']);
  const body = { collection: 'parts', vector: [1, 0], query: 'QX-4471', hybrid: true };
  const { results } = await made(api.post('/v1/ai/vector-search', body));
  expect(results.map(({ score }: { score: number }) => score)).toEqual([0.894427, 1, 0.980581, 0]);
});

it('follows texts that are changed or deleted', async () => {
  await put('moving', [
    { id: 'a', vector: [1, 0], text: 'red' },
    { id: 'b', vector: [-1, 0], text: 'blue' },
  ]);
  const moving = { collection: 'moving' };
  expect(await found({ ...moving, query: 'blue' })).toEqual(['a', 'b']);
  await put('moving', [{ id: 'b', vector: [-1, 0], text: 'green' }]);
  expect(await found({ ...moving, query: 'blue' })).toEqual(['a']);
  expect(await found({ ...moving, query: 'green' })).toEqual(['a', 'b']);
  await put('moving', [{ id: 'b', vector: [-1, 0] }]);
  expect(await found({ ...moving, query: 'green' })).toEqual(['a']);
  await put('moving', [{ id: 'b', vector: [-1, 0], text: 'green' }]);
  await made(api.delete('/v1/ai/vectors/moving/b'));
  expect(await found({ ...moving, query: 'green' })).toEqual(['a']);
});

it('shows by words only what the policies show, and nothing of another tenant', async () => {
  const type = await defineType(api, { owner: 'string' }, { user_access: 'open' });
  await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] }, type.name);
  const user = await createUser(api);
  const role = await made(
    api.post('/v1/roles', { name: 'searcher', permissions: ['ai:use', 'objects:read'] }),
  );
  await made(api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id }));
  const owners = [user.user.id, 'somebody'];
  const items = [];
  for (const [n, owner] of owners.entries()) {
    const { id } = await made(api.post(type.path, { properties: { owner } }));
    items.push({
      id: `o${n}`,
      vector: [1, n],
      text: 'secret words',
      object_type_id: type.name,
      object_id: id,
    });
  }
  await put('owned', items);
  const asked = { collection: 'owned', query: 'secret' };
  expect(await found(asked)).toEqual(['o0', 'o1']);
  expect(await found(asked, user.client)).toEqual(['o0']);
  await other.put('/v1/ai/vectors/parts', { items: [{ id: 'z', vector: [1, 0], text: 'lamp' }] });
  expect(await found({ query: 'lamp' }, other)).toEqual(['z']);
  expect(await found({ query: 'lamp' })).toEqual(['b', 'a', 'c']);
});

it('refuses hybrid without words, and both a query and a vector without hybrid', async () => {
  const refused = async (body: object) => {
    const answer = await api.post('/v1/ai/vector-search', { collection: 'parts', ...body });
    return [answer.status, answer.body.error.param];
  };
  expect(await refused({ vector: [1, 0], hybrid: true })).toEqual([400, 'query']);
  expect(await refused({ vector: [1, 0], query: 'a' })).toEqual([400, 'query']);
  expect(await refused({ hybrid: true })).toEqual([400, 'query']);
});

it('reads no more objects of a larger type with ai_index for a rare word, and no words of vectors', async () => {
  const read: number[] = [];
  for (const size of [500, 2_500]) {
    const type = await defineType(api, { title: 'string' }, { user_access: 'open' });
    const ai_index = { properties: ['title'] };
    await made(api.patch(`/v1/object-types/${type.name}`, { ai_index }));
    const objects = [
      { properties: { title: 'the rare word' } },
      { properties: { title: 'filling' } },
    ];
    await made(api.post(`${type.path}/batch/create`, { objects }));
    await server.db.query(
      `with copied as (
         insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at, tx_id)
         select o.tenant_id, o.object_type_id, 'obj_' || md5(n::text), o.properties, now(), now(), o.tx_id
         from app.objects o, generate_series(1, $2::int) n
         where o.object_type_id = $1 and o.properties->>'title' = 'filling' returning *)
       insert into app.object_search (tenant_id, object_type_id, object_id, document)
       select tenant_id, object_type_id, id, to_tsvector('simple', properties->>'title') from copied`,
      [type.id, size],
    );
    await server.db.query('vacuum analyze app.objects, app.object_search');
    const args = { object_type_id: type.name, vector: [1, 0], hybrid: true, limit: 10 };
    const asking = (query: string) =>
      rowsRead(server.pool, api.tenant.id, 'ai_vector_search', { ...args, query });
    read.push((await asking('rare')).read);
    expect((await asking('filling')).read).toBeLessThan(size + 1_000);
  }
  expect(read[0]).toBe(read[1]);
  expect(read[0]).toBeLessThan(50);
});

it('reads the words of no more vectors where a collection is larger', async () => {
  for (const [collection, size] of Object.entries({ small: 1_000, large: 5_000 })) {
    await put(collection, [{ id: 'first', vector: [1, 0], text: 'the rare word' }]);
    await server.db.query(
      `with made as (
         insert into app.vectors (tenant_id, collection, id, embedding, text, updated_at)
         select $1, $2, 'v' || n, array[1, 0], 'filling ' || n, now() from generate_series(1, $3::int) n
         returning tenant_id, collection, id, text)
       insert into app.vector_words select tenant_id, collection, id, to_tsvector('simple', text) from made`,
      [api.tenant.id, collection, size],
    );
  }
  await server.db.query('vacuum analyze app.vectors, app.vector_words, app.vector_bits');
  const read = async (collection: string, query: string) => {
    const args = { collection, vector: [1, 0], query, limit: 10 };
    const [more, less] = [
      await rowsRead(server.pool, api.tenant.id, 'ai_vector_search', { ...args, hybrid: true }),
      // Of the vectors alone it reads all.
      await rowsRead(server.pool, api.tenant.id, 'ai_vector_search', { ...args, limit: 50 }),
    ];
    return more.read - less.read;
  };
  expect(await read('large', 'rare')).toBe(await read('small', 'rare'));
  // A word that all have: one entry of its index for each.
  expect((await read('large', 'filling')) - 5_000).toBe((await read('small', 'filling')) - 1_000);
  expect(await read('large', 'rare')).toBeLessThan(50);
});
