import type { SeedRows } from '../support/group-seeds.ts';

/** A comparison with a change that says the marker wherever it can. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with diff as (
       insert into app.diffs (tenant_id, id, with_tenant, with_backup, sections, types, match, ignored, status,
         error, restore_id, created_by, part)
       values ($1, $3, $2, $2, '{schema}', array[$2::text], jsonb_build_object($2, $2), array[$2::text],
         'completed', $2, $2, $2, jsonb_build_object('types', array[$2::text])))
     insert into app.diff_changes (tenant_id, diff_id, n, section, kind, type, key, action, fields, target_id,
       source_id, basis, wanted, outcome, origin)
     values ($1, $3, 1, 'schema', 'object_types', $2, $2, 'create', to_jsonb($2::text), $2, $2, $2,
       to_jsonb($2::text), to_jsonb($2::text), jsonb_build_object('authors', array[$2::text]))`,
    [tenantId, marker, `dif_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  diffs: /^(status|sections|summary)$/,
  diff_changes: /^(section|kind|action)$/,
};
