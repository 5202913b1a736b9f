create or replace function app.metrics()
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  v_work jsonb;
  v_messages jsonb;
  v_jobs jsonb;
  v_dead bigint;
  v_undispatched timestamptz;
  v_operations json;
begin
  -- Each a walk along what waits: nothing here grows with what is done.
  v_work := (
    select json_agg(to_jsonb(q))::jsonb from (
      select w.kind, case when w.kind = 'task' then app.operation_kind(w.id) end as operation,
        count(*) as pending, min(w.due_at) as oldest, min(w.created_at) as queued,
        count(*) filter (where w.attempts > 1) as again,
        count(*) filter (where w.attempts > 0) as begun
      from app.work w group by 1, 2) q);
  v_messages := (
    select json_agg(to_jsonb(q))::jsonb from (
      select m.channel as kind, count(*) as pending, min(m.due_at) as oldest,
        min(m.created_at) as queued, count(*) filter (where m.attempts > 1) as again
      from app.messages m
      where m.status = 'queued' group by m.channel) q);
  v_jobs := (
    select json_agg(to_jsonb(q))::jsonb from (
      select 'task' as kind, count(*) as pending, min(j.run_at) as oldest, min(j.created_at) as queued,
        count(*) filter (where j.attempts > 1) as again
      from graphile_worker.jobs j
      where j.attempts < j.max_attempts having count(*) > 0) q);
  select count(*) into v_dead from app.dead_letters d where d.status = 'dead';
  select min(j.created_at) into v_undispatched from app.journal j where j.pending;
  select json_object_agg(o.operation, o.begun) into v_operations
  from jsonb_to_recordset(v_work) o(operation text, begun bigint) where o.operation is not null;
  return json_build_object(
    'operations', coalesce(v_operations, '{}'),
    'queues', app.metrics_queues(v_now,
      coalesce(v_work, '[]') || coalesce(v_messages, '[]') || coalesce(v_jobs, '[]')),
    'dead_letters', v_dead,
    'undispatched', coalesce(extract(epoch from v_now - v_undispatched), 0),
    'unsealed', app.metrics_unsealed(v_now),
    'held', app.outbound_held());
end $$;
comment on function app.metrics is
  'Counts the waiting work of all tenants, in numbers only: {operations: {<kind>: <begun>}, queues: {<kind>: {pending, '
  'oldest, age, again}}, dead_letters, undispatched, unsealed, held}; ages in seconds, kinds of operations as '
  'app.operation_kind, held as app.outbound_held';
