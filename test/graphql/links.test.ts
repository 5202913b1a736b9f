import { beforeAll, describe, expect, it } from 'vitest';
import { createPolicy } from '../policies/support.ts';
import type { TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { ask, dataOf } from './ask.ts';
import { countCalls } from './count-calls.ts';

const server = useServer();
const api = useTenant(server);
/** Ids by name. */
const ids: Record<string, string> = {};

async function create(type: string, name: string): Promise<void> {
  const { body } = await api.post(`/v1/objects/${type}`, { properties: { name } });
  ids[name] = body.data.id;
}

async function link(from: string, name: string, to: string, meta = {}): Promise<void> {
  const types: Record<string, string> = { d: 'deals', p: 'people', f: 'firms' };
  const type = (one: string) => types[one.slice(0, 1)];
  const path = `/v1/objects/${type(from)}/${ids[from]}/associations/${name}/${type(to)}/${ids[to]}`;
  const { status, body } = await api.put(path, { meta });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

beforeAll(async () => {
  for (const name of ['deals', 'people', 'firms'])
    await defineType(api, { name: 'string' }, { name, user_access: 'open' });
  for (const rule of [
    { name: 'buyer', from_type: 'deals', to_type: 'people', inverse_name: 'buys' },
    { name: 'works-at', from_type: 'people', to_type: 'firms' },
    { name: 'about' },
  ])
    await api.post('/v1/association-types', rule);
  for (const name of ['d1', 'd2', 'd3']) await create('deals', name);
  for (const name of ['p1', 'p2', 'p3']) await create('people', name);
  for (const name of ['f1', 'f2']) await create('firms', name);
  await link('d1', 'buyer', 'p1', { role: 'a' });
  await link('d1', 'buyer', 'p2');
  await link('d1', 'buyer', 'p3');
  await link('d2', 'buyer', 'p3');
  await link('p1', 'works-at', 'f1');
  await link('p3', 'works-at', 'f1');
  await link('p3', 'works-at', 'f2');
  await link('d2', 'about', 'f2');
  await link('d2', 'undefined-name', 'p1');
});

const names = (connection: { nodes: { name: string }[] }) =>
  connection.nodes.map(({ name }) => name);

it('follows associations in both directions, under the names that their types give them', async () => {
  const data = await dataOf(
    api,
    `query ($d1: ID!, $p3: ID!, $f1: ID!) {
      deal(id: $d1) { buyer { nodes { name } edges { meta direction association_type node { name } } totalCount totalIsExact } }
      person(id: $p3) { buys { nodes { name } } works_at { nodes { name } } }
      firm(id: $f1) { works_at_of { nodes { name } } about_of { totalCount } }
    }`,
    { d1: ids.d1, p3: ids.p3, f1: ids.f1 },
  );
  expect(names(data.deal.buyer)).toEqual(['p3', 'p2', 'p1']);
  expect(data.deal.buyer).toMatchObject({ totalCount: 3, totalIsExact: true });
  expect(data.deal.buyer.edges[2]).toEqual({
    meta: { role: 'a' },
    direction: 'outgoing',
    association_type: 'buyer',
    node: { name: 'p1' },
  });
  expect(names(data.person.buys)).toEqual(['d2', 'd1']);
  expect(names(data.person.works_at)).toEqual(['f2', 'f1']);
  expect(names(data.firm.works_at_of)).toEqual(['p3', 'p1']);
  expect(data.firm.about_of.totalCount).toBe(0);
});

it('shows objects of any type where an association joins any, and those of names without a type', async () => {
  const data = await dataOf(
    api,
    `query ($d2: ID!) { deal(id: $d2) {
      about { nodes { __typename id ... on Firm { name } } }
      associations { edges { association_type direction node { __typename ... on Person { name } } } }
      one: associations(name: "undefined-name", direction: outgoing) { totalCount }
      none: associations(name: "undefined-name", direction: incoming) { totalCount } } }`,
    { d2: ids.d2 },
  );
  expect(data.deal).toEqual({
    about: { nodes: [{ __typename: 'Firm', id: ids.f2, name: 'f2' }] },
    associations: {
      edges: [
        {
          association_type: 'undefined-name',
          direction: 'outgoing',
          node: { __typename: 'Person', name: 'p1' },
        },
        { association_type: 'about', direction: 'outgoing', node: { __typename: 'Firm' } },
        {
          association_type: 'buyer',
          direction: 'outgoing',
          node: { __typename: 'Person', name: 'p3' },
        },
      ],
    },
    one: { totalCount: 1 },
    none: { totalCount: 0 },
  });
});

it('pages the associations of each object by themselves, as often as they are asked for', async () => {
  const page = async (after: string | null) => {
    const { deals } = await dataOf(
      api,
      `query ($after: String) { deals(sort: "name") { nodes { name
        some: buyer(first: 2, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } }
        rest: buyer(first: 5) { edges { cursor } } } } }`,
      { after },
    );
    return deals.nodes;
  };
  const [d1, d2, d3] = await page(null);
  expect([names(d1.some), names(d2.some), names(d3.some)]).toEqual([['p3', 'p2'], ['p3'], []]);
  expect([d1.some.pageInfo.hasNextPage, d2.some.pageInfo.hasNextPage]).toEqual([true, false]);
  expect(d1.rest.edges[1].cursor).toBe(d1.some.pageInfo.endCursor);
  const [next] = await page(d1.some.pageInfo.endCursor);
  expect(names(next.some)).toEqual(['p1']);
  const wrong = await ask(
    api,
    `{ deals { nodes { about(after: "${d1.some.pageInfo.endCursor}") { totalCount } } } }`,
  );
  expect(wrong.errors?.[0]).toMatchObject({
    extensions: { code: 'INVALID_CURSOR' },
    path: ['deals', 'nodes', 0, 'about'],
  });
});

it('leaves out what is in the trash, and comes back with it', async () => {
  await create('people', 'p9');
  await link('d3', 'buyer', 'p9');
  const path = `/v1/objects/people/${ids.p9}`;
  const { body } = await api.delete(path);
  const buyers = async () =>
    names((await dataOf(api, `{ deal(id: "${ids.d3}") { buyer { nodes { name } } } }`)).deal.buyer);
  expect(await buyers()).toEqual(['p9']);
  await api.delete(`${path}?confirm_token=${body.error.confirm_token}`);
  expect(await buyers()).toEqual([]);
  await api.post(`${path}/restore`);
  expect(await buyers()).toEqual(['p9']);
});

describe('policies', () => {
  it('hide objects at the other end of associations as they do in lists', async () => {
    const own = api as TenantClient;
    await defineType(
      own,
      { name: 'string', open: 'boolean' },
      { name: 'notes', user_access: 'open' },
    );
    await own.post('/v1/association-types', { name: 'note', to_type: 'notes' });
    for (const open of [true, false]) {
      const { body } = await own.post('/v1/objects/notes', {
        properties: { name: `open ${open}`, open },
      });
      await own.put(`/v1/objects/deals/${ids.d1}/associations/note/notes/${body.data.id}`, {});
    }
    await createPolicy(own, { action: 'select', condition_json: { open: true } });
    const { client } = await createUser(own);
    const query = `{ deal(id: "${ids.d1}") { note { nodes { name } totalCount } } notes { nodes { name } } }`;
    expect(await dataOf(client, query)).toEqual({
      deal: { note: { nodes: [{ name: 'open true' }], totalCount: 1 } },
      notes: { nodes: [{ name: 'open true' }] },
    });
    expect((await dataOf(own, query)).deal.note.totalCount).toBe(2);
  });
});

it('asks the database once for each level, however many objects there are', async () => {
  const calls = countCalls(server);
  const data = await dataOf(
    api,
    `{ deals(first: 100) { nodes {
      buyer(first: 5) { nodes { works_at(first: 5) { nodes { name works_at_of(first: 1) { totalCount } } } } }
      also: buyer(first: 1) { totalCount }
      about(first: 5) { nodes { id } } } }
      people(first: 10) { nodes { name buys(first: 1) { totalCount } } } }`,
  );
  expect(data.deals.nodes.length).toBeGreaterThan(2);
  expect(calls()).toBe(4);
});
