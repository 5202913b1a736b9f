import type pg from 'pg';
import { type Harness, type Ours, spent } from './harness.ts';

const runs = 5000;

/** A transition of a run about an object, against a change of that object: `patch` is the load that does. */
export async function measureWorkflows(
  harness: Harness,
  db: pg.Pool,
  patch: Ours & { ids: string[] },
): Promise<void> {
  const workflow = await harness.post<{ id: string }>('/v1/workflows', {
    name: 'Bench',
    object_type_id: 'small',
    initial_state: 'a',
    states: [
      { name: 'a', type: 'task', assignee_role: 'admin' },
      { name: 'b', type: 'task', assignee_role: 'admin' },
      { name: 'end', type: 'end' },
    ],
    transitions: [
      { name: 'on', from: 'a', to: 'b' },
      { name: 'on', from: 'b', to: 'a' },
      { name: 'end', from: 'b', to: 'end' },
    ],
  });
  await harness.post(`/v1/workflows/${workflow.id}/publish`, {});
  const first = await harness.post<{ id: string }>(`/v1/workflows/${workflow.id}/runs`, {
    object_id: patch.ids[0],
  });
  const { rows } = await db.query(
    `insert into app.workflow_runs (tenant_id, id, workflow_id, workflow_version, state, status,
       object_type_id, object_id, assignee_role, trigger, input, root, moves, starter, entered_at,
       started_at, updated_at)
     select r.tenant_id, app.new_id('wrun'), r.workflow_id, r.workflow_version, r.state, r.status,
       r.object_type_id, o.id, r.assignee_role, r.trigger, r.input, gen_random_uuid(), 1, r.starter,
       r.entered_at, r.started_at, r.updated_at
     from app.workflow_runs r cross join unnest($2::text[]) o(id) where r.id = $1
     returning id`,
    [first.id, patch.ids.slice(0, runs)],
  );
  await db.query('analyze app.workflow_runs');
  const [transitions, patches] = await harness.weigh(
    {
      ...patch,
      method: 'POST',
      ids: rows.map(({ id }) => id),
      paths: ['/v1/workflow-runs/{}/transition'],
      body: '{"transition":"on","comment":"{n}"}',
    },
    patch,
    harness.api,
  );
  harness.report(
    'transition of a workflow, against a patch',
    transitions.perSecond / patches.perSecond,
    0.5,
    '>=',
    `${Math.round(transitions.perSecond)}/s of ${Math.round(patches.perSecond)}/s; ${spent(transitions)} of ${spent(patches)}`,
  );
}
