import { expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { settle } from '../support/settle.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const things = '/v1/objects/things';

interface Kept {
  kept: string;
  after: string;
  shown: string;
}

/** The rows of a tenant's objects, as they are kept, as they are read, and as the object was then. */
async function rowsOf(): Promise<Kept[]> {
  const { rows } = await server.db.query<Kept>(
    `with states as (
       select o.id, o.version, row(o.*)::app.objects as object from app.objects o where o.tenant_id = $1
       union all
       select v.object_id, v.version, row(o.tenant_id, o.object_type_id, o.id, v.properties, v.version, v.is_deleted,
         o.created_at, v.created_at, o.created_by, v.created_by, v.operation, v.tx_id)::app.objects
       from app.object_versions v join app.objects o
         on (o.tenant_id, o.object_type_id, o.id) = (v.tenant_id, v.object_type_id, v.object_id)
       where v.tenant_id = $1)
     select j.after::text as kept, app.journal_after(row(j.*)::app.journal)::text as after,
       app.object_json(s.object)::text as shown
     from app.journal j left join states s on s.id = j.resource_id and s.version = (j.after->>'version')::integer
     where j.tenant_id = $1 and j.resource_type = 'object' order by j.xid, j.id`,
    [api.tenant.id],
  );
  return rows;
}

const changes = async () => (await good(api.get('/v1/changes?limit=100'))).changes;
const logs = async () => (await good(api.get('/v1/audit-logs?limit=100'))).logs;

it('keeps no more of an object than its row does not tell, and shows it to the byte', async () => {
  await good(api.post('/v1/object-types', { name: 'things' }));
  const texts = ['', '{"properties":', 'é "quoted"\n\u2028', '😀', 'x'.repeat(3000)];
  const many = await good(
    api.post(`${things}/batch/create`, {
      objects: texts.map((text, n) => ({
        properties: {
          text,
          id: `id-${n}`,
          version: 9,
          is_deleted: true,
          big: 1e25,
          list: [n, null, {}],
        },
      })),
    }),
  );
  const [first, second] = many.ids;
  await good(api.post(things, { properties: {} }));
  await good(
    api.patch(`${things}/${first}`, { properties: { text: 'changed', more: { created_at: 'x' } } }),
  );
  await good(api.patch(`${things}/${first}`, { properties: { text: null } }));
  await good(api.delete(`${things}/${second}`));
  await good(api.post(`${things}/${second}/restore`));
  const rows = await rowsOf();
  expect(rows).toHaveLength(10);
  for (const { kept, after, shown } of rows) {
    expect(after).toBe(shown);
    expect(kept.length).toBeLessThan(shown.length - 100);
  }
});

it('keeps who made an object, and when, where its id does not tell', async () => {
  const { id } = await good(api.post(things, { properties: { n: 1 } }));
  await server.db.query(
    `update app.objects set created_by = 'usr_1', created_at = created_at - interval '1 day 3 us'
     where id = $1 and tenant_id = $2`,
    [id, api.tenant.id],
  );
  await good(api.patch(`${things}/${id}`, { properties: { n: 2 } }));
  const row = (await rowsOf()).at(-1) as Kept;
  expect(row.after).toBe(row.shown);
  expect(JSON.parse(row.kept)).toMatchObject({ created_by: 'usr_1', version: 2 });
});

it('reads rows that hold the whole object, as 1.0 wrote them, and seals both alike', async () => {
  await settle(server.db);
  await server.db.query('select worker.journal_seal($1, 1000)', [api.tenant.id]);
  const before = [await changes(), await logs()];
  await server.db.query(
    `update app.journal j set after = a.after from (
       select j.id, app.journal_after(row(j.*)::app.journal) as after from app.journal j where j.tenant_id = $1) a
     where j.tenant_id = $1 and j.id = a.id and j.resource_type = 'object'`,
    [api.tenant.id],
  );
  for (const { kept } of await rowsOf())
    expect(JSON.parse(kept)).toMatchObject({ is_deleted: expect.any(Boolean) });
  expect([await changes(), await logs()]).toEqual(before);
  expect(await good(api.get('/v1/audit-logs/verify'))).toMatchObject({ valid: true });
});
