import fc from 'fast-check';
import { expect } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { properties, propertiesOfObject } from './arbitraries.ts';
import type { NaiveObject } from './naive.ts';

export interface Stored extends NaiveObject {
  id: string;
}

/** The same objects twice: in a type without any index, and in one where every property has one. */
export const types = ['plain', 'indexed'] as const;
export const count = 90;

/** @returns the live objects of each type, newest first */
export async function seedBoth(api: TenantClient): Promise<Record<string, Stored[]>> {
  const stored: Record<string, Stored[]> = {};
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
  return stored;
}
