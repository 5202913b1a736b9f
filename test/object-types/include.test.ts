import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

const types = '/v1/object-types';
const whole = `${types}?include=properties,relations`;

interface Shown {
  name: string;
  properties?: Array<{ name: string }>;
  relations?: object[];
}

const shown = async (path = whole): Promise<Record<string, Shown>> => {
  const { status, body } = await api.get(path);
  expect(status).toBe(200);
  return Object.fromEntries(body.data.map((one: Shown) => [one.name, one]));
};

it('answers each type with its properties and relations, in order of their names', async () => {
  const title = { name: 'title', data_type: 'string', is_required: true };
  const price = { name: 'price', data_type: 'currency' };
  await api.post(types, { name: 'jobs', properties: [title, price] });
  await api.post(types, { name: 'customers' });
  for (const rule of [
    {
      ...{ name: 'customer', from_type: 'jobs', to_type: 'customers', cardinality: 'one' },
      inverse_name: 'jobs',
    },
    { name: 'after', from_type: 'jobs', to_type: 'jobs' },
    { name: 'mentions', inverse_name: 'mentioned_by', from_type: 'customers' },
  ])
    expect((await api.post('/v1/association-types', rule)).status).toBe(201);

  const { jobs, customers } = await shown();
  const { data } = (await api.get(`${types}/jobs/properties`)).body;
  const [{ name: first }, { name: second }] = data;
  expect([first, second]).toEqual(['price', 'title']);
  expect(jobs?.properties).toEqual(data);
  const relation = (
    name: string,
    association_type: string,
    direction: string,
    type: string | null,
    many: boolean,
  ) => ({ name, association_type, direction, type, many });
  expect(jobs?.relations).toEqual([
    relation('after', 'after', 'outgoing', 'jobs', true),
    relation('customer', 'customer', 'outgoing', 'customers', false),
    relation('in:after', 'after', 'incoming', 'jobs', true),
    relation('mentioned_by', 'mentions', 'incoming', 'customers', true),
  ]);
  expect(customers?.properties).toEqual([]);
  expect(customers?.relations).toEqual([
    relation('jobs', 'customer', 'incoming', 'jobs', true),
    relation('mentioned_by', 'mentions', 'incoming', 'customers', true),
    relation('mentions', 'mentions', 'outgoing', null, true),
  ]);
});

it('answers only the parts that are named', async () => {
  const bare = (await shown(types)).jobs as Shown;
  expect([bare.properties, bare.relations]).toEqual([undefined, undefined]);
  const { properties, relations } = (await shown(`${types}?include=relations`)).jobs as Shown;
  expect([properties, relations?.length]).toEqual([undefined, 4]);
  for (const include of ['property', 'properties,', 'id', 'properties,tenant']) {
    const { status, body } = await api.get(`${types}?include=${include}`);
    expect([status, body.error.code, body.error.param]).toEqual([
      ...[400, 'VALIDATION_ERROR', 'include'],
    ]);
  }
});

it('has one ETag, which every change of a part changes', async () => {
  const tag = async () => (await api.get(whole)).headers.get('etag') as string;
  const before = await tag();
  expect((await api.get(whole, undefined, { 'if-none-match': before })).status).toBe(304);
  const [price] = (await api.get(`${types}/jobs/properties`)).body.data;
  const path = `${types}/jobs/properties/${price.id}`;
  expect((await api.patch(path, { description: 'Without tax' })).status).toBe(200);
  const described = await tag();
  const changed = await api.patch('/v1/association-types/after', { inverse_name: 'before' });
  expect(changed.status).toBe(200);
  const renamed = await tag();
  expect(new Set([before, described, renamed]).size).toBe(3);
  expect((await api.get(whole, undefined, { 'if-none-match': described })).status).toBe(200);
});

it('shows nothing of another tenant', async () => {
  const other = await createTenant(server);
  await other.post(types, { name: 'jobs' });
  const { data } = (await other.get(whole)).body;
  expect(data).toMatchObject([{ name: 'jobs', properties: [], relations: [] }]);
});
