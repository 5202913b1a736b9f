import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { filterTree, properties, propertiesOfObject } from './arbitraries.ts';
import { type Filter, holds, type NaiveObject } from './naive.ts';

interface Stored extends NaiveObject {
  id: string;
}

let server: TestServer;
let api: TenantClient;
const types = ['plain', 'indexed'];
const stored: Record<string, Stored[]> = {};
const count = 90;

beforeAll(async () => {
  server = await startTestServer();
  api = await createTenant(server);
  const given = fc.sample(propertiesOfObject, { numRuns: count, seed: 7 });
  for (const type of types) {
    await api.post('/v1/object-types', { name: type });
    for (const [name, { data_type, enum_values }] of Object.entries(properties)) {
      const body = { name, data_type, enum_values, is_indexed: type === 'indexed' };
      expect((await api.post(`/v1/object-types/${type}/properties`, body)).status).toBe(201);
    }
    const objects = given.map((each) => ({ properties: each }));
    const { body } = await api.post(`/v1/objects/${type}/batch/create`, { objects });
    // Some have been changed since, so that versions and index rows are not all of one age.
    for (const [i, id] of body.data.ids.entries())
      if (i % 3 === 0)
        await api.patch(`/v1/objects/${type}/${id}`, { properties: given[(i * 7) % count] });
    const trashed = await api.post(`/v1/objects/${type}`, objects[0]);
    await api.delete(`/v1/objects/${type}/${trashed.body.data.id}`);
    const read = await api.post(`/v1/objects/${type}/batch/read`, { object_ids: body.data.ids });
    stored[type] = read.body.data.toReversed();
  }
});
afterAll(() => server.close());

async function found(type: string, filters: Filter[]): Promise<string[]> {
  const { body } = await api.post(`/v1/objects/${type}/search`, { filters, limit: 100 });
  if (!body.success) throw new Error(`${JSON.stringify(filters)}: ${JSON.stringify(body)}`);
  expect(body.data).toMatchObject({
    total: body.data.results.length,
    total_relation: 'eq',
    next_cursor: null,
  });
  return body.data.results.map(({ id }: Stored) => id);
}

describe('a search finds exactly what a plain reading of the filter finds, newest first', () => {
  it.each(types)('in the type %s', async (type) => {
    await fc.assert(
      fc.asyncProperty(filterTree, async (filters) => {
        const expected = stored[type]
          ?.filter((object) => holds(filters, object))
          .map(({ id }) => id);
        expect(await found(type, filters)).toEqual(expected);
      }),
      { numRuns: 1500, endOnFailure: false },
    );
  });
});
