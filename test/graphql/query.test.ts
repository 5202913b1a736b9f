import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { checkGraphqlPage } from '../support/graphql-page.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { ask, dataOf } from './ask.ts';

const server = useServer();
const api = useTenant(server);
const ids: string[] = [];

beforeAll(async () => {
  await defineType(
    api,
    {
      name: { data_type: 'string', is_indexed: true },
      age: { data_type: 'integer', is_indexed: true, is_sortable: true },
      score: 'number',
      stars: 'rating',
      fee: 'currency',
      vip: 'boolean',
      born: 'date',
      seen: 'datetime',
      stage: { data_type: 'enum', enum_values: ['new', 'in progress'] },
      tags: 'array',
      extra: 'json',
    },
    { name: 'contacts', user_access: 'open' },
  );
  for (const [n, name] of ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'].entries()) {
    const { body } = await api.post('/v1/objects/contacts', {
      properties: { name, age: 2 ** 40 + n, ...(name === 'Ada' ? ada : {}) },
    });
    ids.push(body.data.id);
  }
});

const ada = {
  score: 1.5,
  stars: 4,
  fee: { amount: '12.30', currency: 'EUR' },
  vip: true,
  born: '1815-12-10',
  seen: '2026-01-02T03:04:05+00:00',
  stage: 'in progress',
  tags: ['a', 1],
  extra: { a: [null] },
  untyped: 'kept',
};

it('answers an object by its id, each property by its data type', async () => {
  const data = await dataOf(
    api,
    `query ($id: ID!) { contact(id: $id) {
      id version created_by object_type_id created_at properties
      name age score stars fee { amount currency } vip born seen stage tags extra } }`,
    { id: ids[0] },
  );
  const { body } = await api.get(`/v1/objects/contacts/${ids[0]}`);
  const { id, version, created_by, object_type_id, created_at, properties } = body.data;
  const { untyped, ...typed } = ada;
  expect(data.contact).toEqual({
    ...typed,
    ...{ id, version, created_by, object_type_id, created_at, properties },
    name: 'Ada',
    age: 2 ** 40,
  });
  expect(data.contact.properties.untyped).toBe(untyped);
});

describe('a list', () => {
  it('comes newest first, page by page', async () => {
    const page = (after?: string) =>
      dataOf(
        api,
        `query ($after: String) { contacts(first: 2, after: $after) {
          nodes { name } pageInfo { hasNextPage hasPreviousPage endCursor } totalCount totalIsExact } }`,
        { after },
      );
    const first = await page();
    expect(first.contacts).toMatchObject({
      nodes: [{ name: 'Eve' }, { name: 'Dan' }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      totalCount: 5,
      totalIsExact: true,
    });
    const second = await page(first.contacts.pageInfo.endCursor);
    expect(second.contacts.nodes).toEqual([{ name: 'Cyd' }, { name: 'Bob' }]);
    const third = await page(second.contacts.pageInfo.endCursor);
    expect(third.contacts).toMatchObject({
      nodes: [{ name: 'Ada' }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: null },
    });
  });

  it.each([
    ['the order of creation', ''],
    ['a sorted list', 'sort: "age", order: asc'],
    ['a search', 'filter: {age: {gte: 0}}, sort: "name"'],
    ['a search by rank', 'query: "ada or bob or cyd"'],
  ])('can be gone on with after any edge: %s', async (_, how) => {
    const edges = async (more: string) => {
      const { contacts } = await dataOf(
        api,
        `{ contacts(${[how, more].filter(Boolean).join(', ')}) {
          edges { cursor node { id } } pageInfo { startCursor endCursor } } }`,
      );
      expect(contacts.pageInfo).toEqual({
        startCursor: contacts.edges[0].cursor,
        endCursor: contacts.edges.at(-1).cursor,
      });
      return contacts.edges as { cursor: string; node: { id: string } }[];
    };
    const all = await edges('first: 10');
    expect(all.length).toBeGreaterThan(2);
    const rest = await edges(`first: 10, after: ${JSON.stringify(all[0]?.cursor)}`);
    expect(rest).toEqual(all.slice(1));
  });

  it('takes the filters of the API as a map, also from a variable', async () => {
    const names = async (args: string, variables?: object) => {
      const head = variables ? 'query ($filter: JSON)' : '';
      const data = await dataOf(
        api,
        `${head} { contacts(${args}, sort: "name") { nodes { name } } }`,
        variables,
      );
      return data.contacts.nodes.map(({ name }: { name: string }) => name).join(' ');
    };
    expect(await names('filter: {name: "Bob"}')).toBe('Bob');
    expect(await names('filter: {age: {gte: 1099511627778, lt: 1099511627780}}')).toBe('Cyd Dan');
    expect(await names('filter: {vip: true, or: [{name: "Ada"}, {name: "Bob"}]}')).toBe('Ada');
    expect(await names('filter: $filter', { filter: { name: { in: ['Eve', 'Ada'] } } })).toBe(
      'Ada Eve',
    );
    expect(await names('query: "dan"')).toBe('Dan');
  });

  it('refuses what its route refuses, with the code of the API', async () => {
    const codeOf = async (args: string) => {
      const { errors } = await ask(api, `{ contacts(${args}) { nodes { id } } }`);
      return errors?.[0].extensions.code;
    };
    expect(await codeOf('filter: {nope: 1}')).toBe('UNKNOWN_PROPERTY');
    expect(await codeOf('filter: {age: {about: 1}}')).toBe('INVALID_FILTER');
    expect(await codeOf('after: "x"')).toBe('INVALID_CURSOR');
    expect(await codeOf('first: 101')).toBe('VALIDATION_ERROR');
  });
});

it('answers null for an id that is unknown, in the trash, or of another tenant: alike', async () => {
  const other: TenantClient = await createTenant(server);
  await defineType(other, {}, { name: 'contacts' });
  const foreign = await other.post('/v1/objects/contacts', {});
  const trashed = await api.post('/v1/objects/contacts', {});
  await api.delete(`/v1/objects/contacts/${trashed.body.data.id}`);
  const given = [
    foreign.body.data.id,
    trashed.body.data.id,
    'obj_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d',
  ];
  for (const id of given)
    expect(await ask(api, `{ contact(id: ${JSON.stringify(id)}) { id } }`)).toEqual({
      status: 200,
      data: { contact: null },
      errors: undefined,
    });
});

it('knows object types, properties and associations as soon as they are made, and forgets them', async () => {
  const own = await createTenant(server);
  expect((await ask(own, '{ deals { totalCount } }')).errors?.[0].message).toMatch(
    /Cannot query field "deals"/,
  );
  const deals = await defineType(own, {}, { name: 'deals' });
  expect(await dataOf(own, '{ deals { totalCount } }')).toEqual({ deals: { totalCount: 0 } });
  await own.post(`/v1/object-types/${deals.id}/properties`, { name: 'title', data_type: 'string' });
  await own.post('/v1/objects/deals', { properties: { title: 'A' } });
  expect(await dataOf(own, '{ deals { nodes { title } } }')).toEqual({
    deals: { nodes: [{ title: 'A' }] },
  });
  await own.post('/v1/association-types', { name: 'next' });
  expect(await dataOf(own, '{ deals { nodes { next { totalCount } } } }')).toEqual({
    deals: { nodes: [{ next: { totalCount: 0 } }] },
  });
  const { body } = await own.delete(`/v1/object-types/${deals.id}`);
  await own.delete(
    `/v1/object-types/${deals.id}?force=true&confirm_token=${body.error.confirm_token}`,
  );
  expect((await ask(own, '{ deals { totalCount } }')).data).toBeUndefined();
});

it('shows users, files and the one who asks', async () => {
  const user = await createUser(api);
  const mine = await dataOf(
    user.client,
    '{ me { id email } contacts(first: 1) { nodes { name } } }',
  );
  expect(mine).toMatchObject({ me: { id: user.user.id }, contacts: { nodes: [{ name: 'Eve' }] } });
  expect(await dataOf(api, '{ me { id } }')).toEqual({ me: null });
  const { users } = await dataOf(
    api,
    '{ users(first: 1) { nodes { id role } totalCount pageInfo { endCursor } } }',
  );
  expect(users.nodes).toMatchObject([{ id: user.user.id }]);
  expect(
    await dataOf(api, `{ user(id: "${user.user.id}") { status } none: user(id: "usr_x") { id } }`),
  ).toEqual({
    user: { status: 'active' },
    none: null,
  });
  const { body: file } = await api.post('/v1/files/upload', undefined).catch(() => ({ body: {} }));
  expect(file).toBeDefined();
  expect(
    await dataOf(
      api,
      '{ files(filter: {folder: ""}) { nodes { id } totalCount } file(id: "file_x") { id } }',
    ),
  ).toEqual({
    files: { nodes: [], totalCount: 0 },
    file: null,
  });
});

it('has a page for queries, with resources only from this server', async () => {
  await checkGraphqlPage(`${server.url}/docs/graphql`);
});
