import { good } from '../support/answers.ts';
import type { Client } from '../support/api.ts';

export const invariants = '/v1/invariants';

/** An object type with properties `name: data_type`; a `!` behind the data type asks for an index. */
export async function typeOf(api: Client, name: string, properties: Record<string, string>) {
  await good(
    api.post('/v1/object-types', {
      name,
      properties: Object.entries(properties).map(([key, type]) => ({
        name: key,
        data_type: type.replace('!', ''),
        is_indexed: type.endsWith('!'),
      })),
    }),
  );
  return `/v1/objects/${name}`;
}

/** A rule of a type; `name` is made of what it says unless it is given. */
export const rule = (api: Client, object_type_id: string, body: object) =>
  good(api.post(invariants, { name: JSON.stringify(body).slice(0, 200), object_type_id, ...body }));

export const make = async (api: Client, path: string, properties: object): Promise<string> =>
  (await good(api.post(path, { properties }))).id;

/** The path of an association of two objects, each `path/id`. */
export const link = (from: string, name: string, to: string) =>
  `${from}/associations/${name}/${to.split('/').slice(3).join('/')}`;

export const lines = { association: 'line', direction: 'out', to_type: 'lines' };
export const sumOfLines = { compare: [{ sum: 'amount', of: lines }, 'eq', { property: 'total' }] };
export const onePrimary = {
  compare: [
    {
      count: true,
      of: {
        group_by: ['company'],
        filters: [{ property: 'is_primary', operator: 'eq', value: true }],
      },
    },
    'lte',
    { value: 1 },
  ],
};
export const noOverlap = { no_overlap: { from: 'starts', to: 'ends', group_by: ['room'] } };
export const notNegative = { compare: [{ property: 'balance' }, 'gte', { value: 0 }] };
