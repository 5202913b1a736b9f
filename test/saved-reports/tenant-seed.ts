import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A saved report that says the marker wherever it can, and a run of it. */
export const seed: Seed = async (api, marker) => {
  const { body: types } = await api.get('/v1/object-types');
  const { body } = await api.post('/v1/saved-reports', {
    name: marker,
    description: marker,
    type: 'funnel',
    config_json: { object_type_id: types.data[0].id, steps: [{ label: marker }] },
  });
  const { id } = body.data;
  const run = await api.post(`/v1/saved-reports/${id}/run`, {});
  return { report_id: id, run_id: run.body.data.run_id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with report as (
       insert into app.saved_reports (tenant_id, id, name, type, config_json, created_at, updated_at)
       values ($1, $3, $2, 'sql', '{}', now(), now()))
     insert into app.report_runs (tenant_id, id, report_id, type, ran_by, result, generated_at)
     values ($1, $4, $3, 'sql', $2, '{}', now())`,
    [tenantId, marker, `rep_${marker}`, `run_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  saved_reports: /^(type|last_status|created_by)$/,
  report_runs: /^(type|ran_by)$/,
};
