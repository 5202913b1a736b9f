/** A plugin with 10 object types and 100 properties: how long it takes to come, and to go. */
import { type Harness, median } from './harness.ts';

const rounds = 5;
const [types, properties] = [10, 10];

const manifest = {
  name: 'large',
  version: '1.0.0',
  permissions: ['object_types:manage'],
  object_types: Array.from({ length: types }, (_, type) => ({
    name: `large-${type}`,
    properties: Array.from({ length: properties }, (_, n) => ({
      name: `field_${n}`,
      data_type: 'string',
      is_indexed: n < 3,
    })),
  })),
};

export async function measurePlugins(harness: Harness): Promise<void> {
  const [comes, goes]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const { id } = await harness.post<{ id: string }>('/v1/plugins', { manifest_json: manifest });
    const made = performance.now();
    await harness.remove(`/v1/plugins/${id}`);
    comes.push(made - started);
    goes.push(performance.now() - made);
  }
  harness.report(
    'ms until a plugin of 10 types and 100 properties is there',
    median(comes),
    1000,
    '<=',
    `${Math.round(median(goes))} ms until it is gone`,
  );
}
