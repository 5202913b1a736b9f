import { describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();

interface Row {
  id: string;
  created_at: string;
}

/** A tenant whose journal of eight rows is sealed, and the rows. */
async function sealed(): Promise<{ api: TenantClient; rows: Row[] }> {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  for (let n = 0; n < 5; n++) await api.post('/v1/objects/things', { properties: { n } });
  await settle(server.db);
  await server.db.query('select worker.journal_seal($1, 1000)', [api.tenant.id]);
  const { body } = await api.get('/v1/audit-logs');
  return { api, rows: body.data.logs.toReversed() };
}

async function verify(api: TenantClient, query: Record<string, string> = {}) {
  const { status, body } = await api.get(`/v1/audit-logs/verify?${new URLSearchParams(query)}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const copy = (changes: Record<string, string>) => {
  const columns =
    'tenant_id,xid,id,type,actor,resource_type,resource_id,object_type_id,before,after,changed,request_id,ip,user_agent,pending,created_at'.split(
      ',',
    );
  const values = columns.map((column) => changes[column] ?? column);
  return `insert into app.journal (${columns}) select ${values} from app.journal where tenant_id = $1 and id = $2`;
};

/** Changes to the fifth row ($2) by a user with all rights, and the first bad row after each. */
const tampering: [what: string, statement: string, bad?: number | 'new'][] = [
  ['type', `update app.journal set type = 'object.updated' where tenant_id = $1 and id = $2`],
  ['actor', `update app.journal set actor = '{}' where tenant_id = $1 and id = $2`],
  ['before', `update app.journal set before = '{}' where tenant_id = $1 and id = $2`],
  ['after', `update app.journal set after = '{"n":1}' where tenant_id = $1 and id = $2`],
  ['changed', `update app.journal set changed = '{}' where tenant_id = $1 and id = $2`],
  ['ip', `update app.journal set ip = null where tenant_id = $1 and id = $2`],
  ['resource', `update app.journal set resource_id = 'x' where tenant_id = $1 and id = $2`],
  [
    'time',
    `update app.journal set created_at = ${earlier('created_at', "interval '1 us'")} where tenant_id = $1 and id = $2`,
  ],
  ['removal', `delete from app.journal where tenant_id = $1 and id = $2`],
  [
    'removal with its seal',
    `with gone as (delete from app.journal where tenant_id = $1 and id = $2)
     delete from app.journal_seals where tenant_id = $1 and id = $2`,
    5,
  ],
  ['its seal', `update app.journal_seals set hash = sha256('x') where tenant_id = $1 and id = $2`],
  ['no seal', `delete from app.journal_seals where tenant_id = $1 and id = $2`],
  ['an insertion behind it', copy({ id: `left(id, 35) || 'g'` }), 'new'],
  ['an insertion before all', copy({ xid: `'1'` }), 4],
  ['another place', `update app.journal set xid = '1' where tenant_id = $1 and id = $2`],
  ['removal of the end', `delete from app.journal where tenant_id = $1 and id > $2`, 5],
  ['removal of the beginning', `delete from app.journal where tenant_id = $1 and id < $2`, 0],
  [
    'removal of the beginning with its seals',
    `with gone as (delete from app.journal where tenant_id = $1 and id < $2)
     delete from app.journal_seals where tenant_id = $1 and id < $2`,
  ],
];

describe('GET /v1/audit-logs/verify', () => {
  it.each(tampering)('detects tampering: %s', async (_, statement, bad = 4) => {
    const { api, rows } = await sealed();
    const { id } = rows[4] as Row;
    expect(await verify(api)).toMatchObject({ valid: true, checked: 8, first_bad_id: null });
    const { rowCount } = await server.db.query(statement, [api.tenant.id, id]);
    expect(rowCount).toBeGreaterThan(0);
    const { valid, checked, first_bad_id } = await verify(api);
    const expected = bad === 'new' ? `${id.slice(0, 35)}g` : rows[bad]?.id;
    expect([valid, first_bad_id]).toEqual([false, expected]);
    expect(checked).toBeLessThan(8);
  });

  it('detects rows that were exchanged', async () => {
    const { api, rows } = await sealed();
    await server.db.query(
      `update app.journal j set after = o.after, created_at = o.created_at, resource_id = o.resource_id
       from app.journal o where j.tenant_id = $1 and o.tenant_id = $1
         and array[j.id, o.id]::text[] in (array[$2, $3], array[$3, $2])`,
      [api.tenant.id, rows[4]?.id, rows[6]?.id],
    );
    expect(await verify(api)).toMatchObject({
      valid: false,
      checked: 4,
      first_bad_id: rows[4]?.id,
    });
  });

  it('checks a period, using the chain before it', async () => {
    const { api, rows } = await sealed();
    const minute = 60_000;
    const shift = (by: number) =>
      new Date(Date.parse(rows[0]?.created_at ?? '') + by).toISOString();
    const [before, after] = [shift(-2 * minute), shift(2 * minute)];
    expect(await verify(api, { from: before, to: after })).toMatchObject({
      valid: true,
      checked: 8,
    });
    expect(await verify(api, { from: after })).toMatchObject({
      valid: true,
      checked: 0,
      from: null,
    });
    expect(await verify(api, { to: before })).toMatchObject({
      valid: true,
      checked: 0,
      hash: null,
    });
    expect((await verify(api)).from).toBe(rows[0]?.created_at);
    expect((await verify(api)).to).toBe(rows[7]?.created_at);
  });

  it('accepts rows that are dispatched, and rows that are not sealed yet', async () => {
    const { api } = await sealed();
    await server.db.query(`update app.journal set pending = not pending where tenant_id = $1`, [
      api.tenant.id,
    ]);
    await api.post('/v1/objects/things', {});
    expect(await verify(api)).toMatchObject({ valid: true, checked: 8 });
  });

  it('refuses an invalid period', async () => {
    const { api } = await sealed();
    for (const query of ['from=x', 'to=2026']) {
      const { status, body } = await api.get(`/v1/audit-logs/verify?${query}`);
      expect([status, body.error.param]).toEqual([400, query.split('=')[0]]);
    }
  });
});
