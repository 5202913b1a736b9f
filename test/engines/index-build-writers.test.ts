import { beforeAll, expect, it } from 'vitest';
import type { Answer } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on', DB_POOL_SIZE: '16' });
const tenant = useTenant(server);
let type: DefinedType;
let ids: string[];

beforeAll(async () => {
  type = await defineType(tenant);
  const properties = `jsonb_build_object('a', i, 'b', i % 100, 'c', 'c' || i)`;
  ids = await seedObjects(server.db, type.id, 15_000, properties);
});

const definition = { a: 'is_sortable', b: 'is_indexed', c: 'is_unique' };

/** Writes all over the type, ahead of the builders and behind them. */
async function write(writer: number, isDone: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; !isDone(); n++) {
    const id = ids[(writer * 3_001 + n * 977) % ids.length];
    const path = `${type.path}/${id}`;
    const properties = { a: n, b: null, c: `w${writer}-${n}` };
    answers.push(await tenant.patch(path, { properties }));
    answers.push(await tenant.delete(path));
    if (n % 2) answers.push(await tenant.post(`${path}/restore`));
    answers.push(
      await tenant.post(type.path, { properties: { ...properties, c: `n${writer}-${n}` } }),
    );
  }
  return answers;
}

it('indexes that the worker builds during writes are right', async () => {
  let isDone = false;
  const writing = Array.from({ length: 8 }, (_, writer) => write(writer, () => isDone));
  const properties = `/v1/object-types/${type.id}/properties`;
  for (const [name, flag] of Object.entries(definition)) {
    const made = await tenant.post(properties, { name, data_type: 'json', [flag]: true });
    expect([made.status, made.body.data.index.status]).toEqual([201, 'building']);
  }
  await until(
    async () => (await tenant.get(properties)).body.data,
    (all) => all.every((p: { index: { status: string } }) => p.index.status === 'ready'),
  );
  isDone = true;
  for (const { status } of (await Promise.all(writing)).flat()) {
    expect([200, 201, 404]).toContain(status); // 404: another writer had it in the trash
  }
  expect(await checkIndex(server.db)).toEqual([]);
});
