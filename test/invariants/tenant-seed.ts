import type { Seed, SeedRows } from '../support/group-seeds.ts';
import { notNegative } from './support.ts';

/** A rule that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const type = await api.post('/v1/object-types', {
    name: 'ruled',
    properties: [{ name: 'balance', data_type: 'number' }],
  });
  const { body } = await api.post('/v1/invariants', {
    name: marker,
    message: marker,
    object_type_id: type.body.data.id,
    when: { created_by: marker },
    rule: notNegative,
  });
  return { invariant_id: body.data.id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with type as (
       insert into app.object_types (tenant_id, id, name) values ($1, 'ot_ruled_' || $2, 'ruled-' || md5($2))),
     said as (select jsonb_build_object('said', $2::text) as m),
     rule as (
       insert into app.invariants (tenant_id, id, object_type_id, name, condition, rule, message, status, compiled,
         type_ids, cursor, violations, created_by, created_at, updated_at)
       select $1, 'inv_' || $2, 'ot_ruled_' || $2, $2, m, m, $2, 'draft', m, array[$2], $2, m, $2, now(), now()
       from said)
     insert into app.invariant_locks values ($1, 1)`,
    [tenantId, marker],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = { invariants: /^status$/ };
