import type { Seed, SeedRows } from '../support/group-seeds.ts';
import { set } from './support.ts';

/** A workflow that says the marker wherever it can, and a run of it. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/workflows', {
    name: marker,
    description: marker,
    initial_state: marker,
    states: [
      { name: marker, type: 'task', on_enter: [set('said', marker)] },
      { name: 'end', type: 'end' },
    ],
    transitions: [{ name: marker, from: marker, to: 'end' }],
  });
  const workflow_id = body.data.id;
  await api.post(`/v1/workflows/${workflow_id}/publish`);
  const run = await api.post(`/v1/workflows/${workflow_id}/runs`, { input: { of: marker } });
  return { workflow_id, workflow_run_id: run.body.data.id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with said as (select jsonb_build_object('name', $2::text) as m),
     workflow as (
       insert into app.workflows (tenant_id, id, name, description, object_type_id, trigger,
         initial_state, states, transitions, authors, created_by, created_at, updated_at)
       select $1, $3, $2, $2, $2, m, $2, jsonb_build_array(m), jsonb_build_array(m), m, $2, now(), now()
       from said),
     version as (
       insert into app.workflow_versions (tenant_id, workflow_id, version, object_type_id, trigger,
         initial_state, states, transitions, authors, actor, published_at)
       select $1, $3, 1, $2, m, $2, jsonb_build_array(m), jsonb_build_array(m), jsonb_build_array(m), m, now()
       from said),
     state as (
       insert into app.workflow_states (tenant_id, workflow_id, version, name, state, transitions)
       select $1, $3, 1, $2, m, m from said),
     run as (
       insert into app.workflow_runs (tenant_id, id, workflow_id, workflow_version, state, status,
         object_type_id, object_id, assignee, assignee_role, trigger, input, variables, scope, actions,
         steps, error, root, starter, entered_at, started_at, updated_at)
       select $1, $4, $3, 1, $2, 'waiting', $2, $2, $2, $2, m, m, m, m, jsonb_build_array(m),
         jsonb_build_array(m), $2, gen_random_uuid(), m, now(), now(), now()
       from said)
     insert into app.workflow_history
       (tenant_id, run_id, move, from_state, to_state, transition, actor, comment, at)
     select $1, $4, 1, $2, $2, $2, m, $2, now() from said`,
    [tenantId, marker, `wf_${marker}`, `wrun_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  workflows: /^status$/,
  workflow_runs: /^status$/,
};
