import { randomUUID } from 'node:crypto';
import type { Seed, SeedRows } from '../support/group-seeds.ts';
import { notNegative } from './support.ts';

/** A rule that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const name = `ruled-${randomUUID()}`;
  const type = await api.post('/v1/object-types', {
    name,
    properties: [{ name: 'balance', data_type: 'number' }],
  });
  const { body } = await api.post('/v1/invariants', {
    name: `${marker} ${name}`,
    message: marker,
    object_type_id: type.body.data.id,
    when: { created_by: marker },
    rule: notNegative,
  });
  return { invariant_id: body.data.id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  const type = `ot_ruled_${marker}`;
  const text = { value: marker };
  const rule = {
    all: [
      { compare: [text, 'eq', text] },
      { compare: [{ count: true, of: { group_by: [] } }, 'gte', { value: 0 }] },
    ],
  };
  await db.query(
    `insert into app.object_types (tenant_id, id, name) values ($1, $2, 'ruled-' || md5($3))`,
    [tenantId, type, marker],
  );
  await db.query(
    `with rule as (
       insert into app.invariants (tenant_id, id, object_type_id, name, condition, rule, message, status, compiled,
         violations, created_by, created_at, updated_at)
       select $1, 'inv_' || $2, t.id, $2, c, $4, $2, 'active',
         app.invariant_compile(row(t.*)::app.object_types, c, $4, false), jsonb_build_object('total', 0, 'objects',
         jsonb_build_array(jsonb_build_object('object_type_id', t.id, 'object_id', $2::text))), $2, now(), now()
       from app.object_types t cross join jsonb_build_object('created_by', $2::text) c
       where t.tenant_id = $1 and t.id = $3)
     insert into app.invariant_locks values ($1, 1)`,
    [tenantId, marker, type, rule],
  );
  await db.query('select app.invariants_refresh($1, array[$2])', [tenantId, type]);
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = { invariants: /^(status|type_ids|cursor)$/ };
