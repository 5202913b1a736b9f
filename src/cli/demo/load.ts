import type { ApiClient } from '../api-client.ts';
import { type DataSet, type Row, readRows } from './data-sets.ts';
import { deleteType } from './delete-type.ts';
import { type Column, inferColumns, toProperties } from './infer.ts';
import type { Progress } from './progress.ts';

export interface Loaded {
  name: string;
  /** `there`: nothing to do. `foreign` and `changed`: not touched, because the data are not (only) the demo's. */
  state: 'loaded' | 'there' | 'foreign' | 'changed';
  /** How many objects there are now. */
  objects: number;
  created: number;
  ms: number;
}

const batchSize = 100;
/** By this an object type is known as the demo's own. */
const mark = '(vega-datasets)';

/**
 * Brings a data set into the tenant: its object type, its properties, its objects in batches of 100. Work of an earlier
 * run is not repeated; an interrupted run is continued.
 */
export async function load(client: ApiClient, set: DataSet, progress: Progress): Promise<Loaded> {
  const started = performance.now();
  const rows = readRows(set);
  const columns = inferColumns(rows);
  const objects = toProperties(rows, columns);
  const done = (state: Loaded['state'], count: number, created: number): Loaded => ({
    name: set.name,
    state,
    objects: count,
    created,
    ms: performance.now() - started,
  });

  if (!(await ensureType(client, set))) return done('foreign', 0, 0);
  await ensureProperties(client, set, columns);
  const there = await countThere(client, set, objects, columns);
  if (there === undefined) return done('changed', 0, 0);
  if (there === objects.length) return done('there', there, 0);

  progress.start(set.name, objects.length, there);
  for (let from = there; from < objects.length; from += batchSize) {
    const batch = objects.slice(from, from + batchSize);
    await client.data('POST', `/v1/objects/${set.name}/batch/create`, {
      objects: batch.map((properties) => ({ properties })),
    });
    progress.advance(batch.length);
  }
  return done('loaded', objects.length, objects.length - there);
}

/** Removes what an earlier run made of a data set. */
export async function unload(client: ApiClient, set: DataSet): Promise<void> {
  if (isOurs(await client.find(`/v1/object-types/${set.name}`))) await deleteType(client, set.name);
}

const isOurs = (type: { display_name?: string } | undefined) =>
  type?.display_name?.endsWith(mark) ?? false;

/** @returns false when the tenant has an object type of its own by this name */
async function ensureType(client: ApiClient, { name, title }: DataSet): Promise<boolean> {
  const type = await client.find(`/v1/object-types/${name}`);
  if (type) return isOurs(type);
  await client.data('POST', '/v1/object-types', { name, display_name: `${title} ${mark}` });
  return true;
}

async function ensureProperties(
  client: ApiClient,
  { name, file }: DataSet,
  columns: Column[],
): Promise<void> {
  const path = `/v1/object-types/${name}/properties`;
  const there: { name: string }[] = await client.data('GET', path);
  for (const { source, property } of columns) {
    if (there.some((known) => known.name === property.name)) continue;
    await client.data('POST', path, { ...property, description: `"${source}" in ${file}` });
  }
}

/** How many of the objects an earlier run has created; undefined when they were changed since. */
async function countThere(
  client: ApiClient,
  { name }: DataSet,
  objects: Row[],
  columns: Column[],
): Promise<number | undefined> {
  const { total, results } = await client.data('GET', `/v1/objects/${name}/list?limit=1`);
  if (total === 0 || total === objects.length) return total;
  const last = objects[total - 1];
  return last && isSame(results[0].properties, last, columns) ? total : undefined;
}

/** Whether an object still matches the file, in the values that the server keeps letter by letter. */
function isSame(found: Row, expected: Row, columns: Column[]): boolean {
  return columns
    .filter(({ property }) => !['datetime', 'url'].includes(property.data_type))
    .every(({ property: { name } }) => found[name] === expected[name]);
}
