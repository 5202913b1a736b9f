import type pg from 'pg';

/** A row in each table of functions, and what they queue, with `marker` in every text, as the owner writes it. */
export async function seedFunctions(db: pg.Pool, tenant: string, marker: string): Promise<void> {
  const map = { [marker]: marker };
  const filter = [{ property: `data.${marker}`, operator: 'eq', value: marker }];
  await db.query(
    `with one as (
       insert into app.functions (tenant_id, id, name, description, trigger_type, trigger_event, cron_expression,
         timezone, code, env, allowed_hosts, is_enabled, created_by)
       values ($1, app.new_id('fn'), 'seed-' || $2, $2, 'event', $2, $2, $2, $2, $3, array[$2], false, $2)
       returning id),
     version as (
       insert into app.function_versions (tenant_id, function_id, version, code, created_by)
       select $1, o.id, 1, $2, $2 from one o),
     schedule as (
       insert into app.schedules (tenant_id, kind, subject_id, cron_expression, timezone)
       select $1, 'function', o.id, $2, $2 from one o),
     heard as (
       insert into app.event_subscriptions (tenant_id, kind, subscriber_id, events, object_types, conditions)
       select $1, 'function', o.id, array[$2], array[$2], $4 from one o),
     letter as (
       insert into app.dead_letters (tenant_id, id, source, source_id, record_id, task, payload, error, attempts,
         max_attempts)
       select $1, app.new_id('dlq'), 'function', o.id, $2, $2, $3, $2, 3, 3 from one o),
     run as (
       insert into app.function_runs (tenant_id, id, function_id, version, trigger, principal, input, output, error,
         logs)
       select $1, app.new_id('fnrun'), o.id, 1, $3, $3, $3, $3, $2, $3 from one o returning id)
     insert into app.work (tenant_id, kind, id, due_at, serial_key)
     select $1, 'function', r.id, now() + interval '1 day', $2 from run r`,
    [tenant, marker, map, JSON.stringify(filter)],
  );
}
