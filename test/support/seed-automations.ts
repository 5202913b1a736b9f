import type pg from 'pg';
import type { TenantClient } from './api.ts';

/** Which rows `seedAutomations` has made, named as path parameters are. */
export interface SeededAutomation {
  automation_id: string;
  run_id: string;
}

/** An automation with a run that waits, with `marker` in every text. */
export async function seedAutomations(
  api: TenantClient,
  typeId: string,
  marker: string,
): Promise<SeededAutomation> {
  const { body } = await api.post('/v1/automations', {
    name: marker,
    description: marker,
    // Nothing that the seeds do triggers it.
    trigger_event: `custom.none-${marker}`,
    object_type_id: typeId,
    conditions: [{ property: 'data.x', operator: 'eq', value: marker }],
    actions: [
      { type: 'delay', config: { minutes: 60 } },
      {
        key: `k_${marker.replaceAll(/\W/g, '_')}`,
        type: 'create_object',
        config: { object_type_id: typeId, properties: { [`name_${marker}`]: marker } },
      },
    ],
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  const path = `/v1/automations/${body.data.id}`;
  const { data } = (await api.post(`${path}/trigger`, { data: { [marker]: marker } })).body;
  await api.post('/v1/automations', {
    name: marker,
    trigger_event: 'schedule',
    cron_expression: '0 0 1 1 *',
  });
  return { automation_id: body.data.id, run_id: data.run_id };
}

/** Rows that the worker would have written about the runs of a tenant. */
export async function seedAutomationRuns(
  db: pg.Pool,
  tenant: string,
  marker: string,
): Promise<void> {
  await db.query(
    `update app.automation_runs set error = $2, variables = jsonb_build_object($2::text, $2::text),
       principal = principal || jsonb_build_object('name', $2::text), trigger = trigger || jsonb_build_object('name', $2::text),
       steps = jsonb_build_array(jsonb_build_object('key', $2::text, 'type', 'webhook', 'status', 'failed', 'error', $2::text,
         'output', null, 'attempts', 1, 'finished', true, 'started_at', app.utc(now()), 'duration_ms', 1))
     where tenant_id = $1`,
    [tenant, marker],
  );
}
