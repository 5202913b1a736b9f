import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type Filter, holds } from './naive.ts';

interface Stored {
  id: string;
  version: number;
  properties: { name: string; size: number };
}

const server = useServer();
const api = useTenant(server);
const people: Stored[] = [];
const deals: Stored[] = [];
/** `[deal, person]`, of the association type owner. */
const owners: [string, string][] = [];

beforeAll(async () => {
  for (const [type, stored] of [
    ['people', people],
    ['deals', deals],
  ] as const) {
    await api.post('/v1/object-types', { name: type });
    // Of the deals neither property has an index, of the people one has.
    for (const [name, data_type] of [
      ['name', 'string'],
      ['size', 'integer'],
    ])
      await api.post(`/v1/object-types/${type}/properties`, {
        name,
        data_type,
        is_indexed: type === 'people' && name === 'name',
      });
    for (let i = 0; i < 12; i++) {
      const properties = { name: 'abc'[i % 3], size: i % 4 };
      stored.unshift((await api.post(`/v1/objects/${type}`, { properties })).body.data);
    }
  }
  for (const [i, deal] of deals.entries())
    for (const person of people.filter((_, j) => (i * 5 + j * 3) % 7 === 0)) {
      const path = `/v1/objects/deals/${deal.id}/associations/owner/people/${person.id}`;
      expect((await api.put(path, {})).status).toBe(200);
      owners.push([deal.id, person.id]);
    }
  // An object in the trash does not count as the other end.
  const [gone] = people.splice(3, 1) as [Stored];
  const refused = await api.delete(`/v1/objects/people/${gone.id}`);
  const token = refused.body.error?.confirm_token;
  await api.delete(`/v1/objects/people/${gone.id}${token ? `?confirm_token=${token}` : ''}`);
});

interface Link {
  from: 'deals' | 'people';
  quantifier: 'some' | 'none';
  filters: Filter[] | undefined;
}

function isLinked(object: Stored, { from, quantifier, filters }: Link): boolean {
  const others = (from === 'deals' ? people : deals).filter(({ id }) =>
    owners.some(([deal, person]) =>
      from === 'deals' ? deal === object.id && person === id : person === object.id && deal === id,
    ),
  );
  return others.some((other) => !filters || holds(filters, other)) === (quantifier === 'some');
}

const condition = fc.oneof(
  fc.record({
    property: fc.constant('name'),
    operator: fc.constantFrom('eq', 'neq'),
    value: fc.constantFrom('a', 'b', 'z'),
  }),
  fc.record({
    property: fc.constant('size'),
    operator: fc.constantFrom('eq', 'gte', 'lt'),
    value: fc.nat(4),
  }),
);
const link = fc.record<Link>({
  from: fc.constantFrom('deals', 'people'),
  quantifier: fc.constantFrom('some', 'none'),
  filters: fc.option(fc.array(condition, { minLength: 1, maxLength: 2 }), { nil: undefined }),
});

it('a filter along associations finds the same as walking them by hand', async () => {
  await fc.assert(
    fc.asyncProperty(
      link,
      fc.array(condition, { maxLength: 1 }),
      fc.boolean(),
      async (one, own, isNegated) => {
        const { from, quantifier, filters } = one;
        const association = {
          type: 'owner',
          direction: from === 'deals' ? 'out' : 'in',
          to_type: from === 'deals' ? 'people' : 'deals',
          quantifier,
          ...(filters ? { filters } : {}),
        };
        const { body } = await api.post(`/v1/objects/${from}/search`, {
          filters: [isNegated ? { not: { association } } : { association }, ...own],
        });
        const expected = (from === 'deals' ? deals : people).filter(
          (object) => isLinked(object, one) !== isNegated && holds(own, object),
        );
        expect(body.data.results.map(({ id }: Stored) => id)).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 300 },
  );
});

it('an association filter can be nested inside another', async () => {
  const sizes = {
    association: { type: 'owner', direction: 'in', to_type: 'deals', filters: { size: 3 } },
  };
  const { body } = await api.post('/v1/objects/deals/search', {
    filters: [{ association: { type: 'owner', to_type: 'people', filters: [sizes] } }],
  });
  const large = deals.filter(({ properties }) => properties.size === 3).map(({ id }) => id);
  const theirs = owners.filter(
    ([deal, person]) => large.includes(deal) && people.some(({ id }) => id === person),
  );
  const expected = deals.filter(({ id }) =>
    owners.some(([deal, person]) => deal === id && theirs.some(([, owner]) => owner === person)),
  );
  expect(expected.length).toBeGreaterThan(0);
  expect(body.data.results.map(({ id }: Stored) => id)).toEqual(expected.map(({ id }) => id));
});

it('an association filter reaches only objects of this tenant', async () => {
  const other = await createTenant(server);
  await other.post('/v1/object-types', { name: 'deals' });
  const id = (await api.get('/v1/object-types/people')).body.data.id;
  const filters = { association: { type: 'owner', to_type: id, filters: [] } };
  expect((await other.post('/v1/objects/deals/search', { filters })).status).toBe(404);
});
