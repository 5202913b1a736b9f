import { describe, expect, it } from 'vitest';
import type { Answer } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { type DefinedType, defineProperty, defineType } from '../support/define-type.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const writers = 16;
const writesEach = 20;

const server = useOwnDatabase({ DB_POOL_SIZE: '20' });
const tenant = useTenant(server);

/** The n-th write of a writer: every kind of write, over objects that the writers share. */
function write({ path }: DefinedType, ids: string[], writer: number, n: number): Promise<Answer> {
  const id = ids[(writer * 7 + n * 13) % ids.length];
  const other = ids[(writer * 11 + n * 5 + 1) % ids.length];
  const unique = writer * 1_000 + n;
  switch (n % 8) {
    case 0:
      return tenant.post(path, { properties: { a: n, b: `w${unique}`, u: unique } });
    case 1:
      return tenant.patch(`${path}/${id}`, { properties: { a: unique, b: null } });
    case 2:
      return tenant.delete(`${path}/${id}`);
    case 3:
      return tenant.post(`${path}/${id}/restore`);
    case 4:
      return tenant.post(`${path}/batch/create`, {
        objects: [{ properties: { a: 'text', u: -unique } }, { properties: { b: 'same' } }],
      });
    case 5:
      return tenant.post(`${path}/batch/delete`, { object_ids: [other, id] });
    case 6:
      return tenant.post(`${path}/batch/restore`, { object_ids: [id, other] });
    default:
      return tenant.post(`${path}/batch/update?atomic=false`, {
        updates: [other, id].map((object_id) => ({ object_id, properties: { a: n, u: unique } })),
      });
  }
}

/** Writes from all sides until `change` has been called so often that the writers are done. */
async function underWrites(
  type: DefinedType,
  ids: string[],
  change: (turn: number) => Promise<Answer>,
): Promise<{ written: Answer[]; changed: Answer[] }> {
  let running = writers;
  const writing = Array.from({ length: writers }, async (_, writer) => {
    const answers: Answer[] = [];
    for (let n = 0; n < writesEach; n++) answers.push(await write(type, ids, writer, n + writer));
    running -= 1;
    return answers;
  });
  const changed: Answer[] = [];
  while (running > 0) changed.push(await change(changed.length));
  return { written: (await Promise.all(writing)).flat(), changed };
}

const codesOf = (answers: Answer[]) => [
  ...new Set(answers.map(({ status, body }) => body.error?.code ?? status)),
];

describe('a schema change among 16 writers', () => {
  it('leaves a correct index, whenever it was turned on or off', async () => {
    const type = await defineType(tenant, { a: 'json', b: 'string', u: 'json' });
    const ids = await seedObjects(server.db, type.id, 60, `jsonb_build_object('a', i, 'u', -i)`);
    const flags = [
      ['a', { is_indexed: true }],
      ['b', { is_sortable: true }],
      ['a', { is_indexed: false }],
      ['b', { is_indexed: true }],
      ['b', { is_sortable: false, is_indexed: false }],
      ['a', { is_sortable: true }],
      ['a', { is_sortable: false }],
    ] as const;
    const { written, changed } = await underWrites(type, ids, (turn) => {
      const [name, flag] = flags[turn % flags.length] as (typeof flags)[number];
      const path = `/v1/object-types/${type.id}/properties/${type.properties[name]}`;
      return tenant.patch(path, flag);
    });
    expect(changed.length).toBeGreaterThan(1);
    expect(codesOf(changed)).toEqual([200]);
    for (const code of codesOf(written))
      expect([200, 201, 'NOT_FOUND', 'INVALID_STATE']).toContain(code);
    expect(await checkIndex(server.db)).toEqual([]);
  });

  it('to unique holds from the moment it is answered', async () => {
    const type = await defineType(tenant, { a: 'json', b: 'string', u: 'json' });
    const ids = await seedObjects(server.db, type.id, 60, `jsonb_build_object('u', -i)`);
    const path = `/v1/object-types/${type.id}/properties/${type.properties.u}`;
    const { written, changed } = await underWrites(type, ids, (turn) =>
      tenant.patch(path, { is_unique: turn % 2 === 0 }),
    );
    for (const code of codesOf(changed)) expect([200, 'UNIQUE_VIOLATION']).toContain(code);
    for (const code of codesOf(written)) {
      expect([200, 201, 'NOT_FOUND', 'INVALID_STATE', 'UNIQUE_VIOLATION']).toContain(code);
    }
    expect(await checkIndex(server.db)).toEqual([]);
    const { rows } = await server.db.query(
      `select value from (select properties->'u' as value from app.objects
         where object_type_id = $1 and not is_deleted) v where value is not null
       group by 1 having count(*) > 1`,
      [type.id],
    );
    const final = await tenant.patch(path, { is_unique: true });
    expect(final.status).toBe(rows.length > 0 ? 409 : 200);
  });

  it('happens between two writes, never during one: properties come and go', async () => {
    const type = await defineType(tenant, { a: 'json', b: 'string', u: 'json' });
    const ids = await seedObjects(server.db, type.id, 60, `jsonb_build_object('a', i)`);
    let made = '';
    const { written, changed } = await underWrites(type, ids, async (turn) => {
      const properties = `/v1/object-types/${type.id}/properties`;
      if (turn % 2 === 1) return tenant.delete(`${properties}/${made}`);
      const name = `p${turn}`;
      const settings = { data_type: 'integer', is_indexed: true, default_value: turn };
      made = await defineProperty(tenant, type, name, settings);
      return tenant.get(`${properties}/${made}`);
    });
    expect(codesOf(changed)).toEqual([200]);
    for (const { status } of written) expect(status).toBeLessThan(500);
    expect(await checkIndex(server.db)).toEqual([]);
  });
});
