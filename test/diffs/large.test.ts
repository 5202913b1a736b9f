import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { apply, changesOf, diff, setUp } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
/** Of which pages of 5,000 are no part. */
const count = 11_234;

it('compares more objects than are read at once', async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  await Promise.all([setUp(a), setUp(b)]);
  const fill = async (tenant: string, first: number) =>
    server.db.query(
      `insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at, tx_id)
       select $1, t.id, 'obj_' || lpad(to_hex(n), 32, '0'),
         jsonb_build_object('n', n, 'large', 123456789012345678901234567890.5 + n), now(), now(), app.place($1)
       from app.object_types t cross join generate_series($2::int, $2::int + $3::int - 1) n
       where t.tenant_id = $1 and t.name = 'tasks'`,
      [tenant, first, count],
    );
  await fill(a.tenant.id, 1);
  await fill(b.tenant.id, 301);
  await server.db.query(
    `update app.objects set properties = properties || '{"large": 123456789012345678901234567890.25}'
     where tenant_id = $1 and properties @> '{"n": 6000}'`,
    [b.tenant.id],
  );
  const found = await diff(server, a, b);
  expect(found.summary.rows).toEqual({ create: 300, update: 1, delete: 300 });
  // No digit of a number is lost.
  const { rows } = await server.db.query(
    `select fields #>> '{0,from}' as was, fields #>> '{0,to}' as is, wanted->>'large' as wanted
     from app.diff_changes where diff_id = $1 and action = 'update'`,
    [found.id],
  );
  expect(rows).toEqual([
    {
      was: '123456789012345678901234573890.5',
      is: '123456789012345678901234567890.25',
      wanted: '123456789012345678901234567890.25',
    },
  ]);
});

it('compares and makes equal 1,000 types of each tenant', async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  const fill = (tenant: string, first: number) =>
    server.db.query(
      `insert into app.object_types (tenant_id, id, name, display_name)
       select $1, 'ot_' || lpad(to_hex(n), 32, '0'), 'type-' || n, 'Type ' || n
       from generate_series($2::int, $2::int + 999) n`,
      [tenant, first],
    );
  await fill(a.tenant.id, 1);
  await fill(b.tenant.id, 21);
  await server.db.query(
    `update app.object_types set display_name = 'Changed' where tenant_id = $1 and name = 'type-500'`,
    [b.tenant.id],
  );
  const found = await diff(server, a, b);
  expect(found.summary.schema).toEqual({ create: 20, update: 1, delete: 20 });
  const done = await apply(server, found.id);
  const twenty = { object_types: 20 };
  expect(done).toMatchObject({
    ...{ status: 'completed', error: null },
    report: { created: twenty, updated: { object_types: 1 }, deleted: twenty, conflicts: [] },
  });
  expect((await diff(server, a, b)).changes).toBe(0);
});

it('keeps 100,000 changes', async () => {
  const [a, b] = [await createTenant(server), await createTenant(server)];
  const { id } = await diff(server, a, b);
  await server.db.query(
    `update app.diffs set status = 'running', round = 7, found = 99999 where id = $1`,
    [id],
  );
  const change = { section: 'config', kind: 'roles', action: 'create', after: { name: 'x' } };
  const add = async (round: number) => {
    const changes = JSON.stringify([
      { ...change, key: 'one' },
      { ...change, key: 'two' },
    ]);
    const statement = 'select worker.diff_add($1, $2, $3, $4, $5) as answer';
    return (await asWorker(server, statement, [a.tenant.id, id, round, 2, changes])).rows[0].answer;
  };
  expect(await add(6)).toBe(null);
  expect(await add(7)).toEqual({ truncated: true });
  expect((await changesOf(server, id)).map(({ key }: { key: string }) => key)).toEqual(['one']);
});
