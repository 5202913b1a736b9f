create or replace function app.metrics()
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  v_queues json;
  v_dead bigint;
  v_undispatched timestamptz;
begin
  -- Each a walk along an index of what waits: nothing here grows with what is done.
  select json_object_agg(q.kind, json_build_object(
    'pending', q.pending,
    'oldest', greatest(0, extract(epoch from v_now - q.oldest)))) into v_queues
  from (
    select w.kind, count(*) as pending, min(w.due_at) as oldest from app.work w group by w.kind
    union all
    select m.channel, count(*), min(m.due_at) from app.messages m
    where m.status = 'queued' group by m.channel
    union all
    select 'task', count(*), min(j.run_at) from graphile_worker.jobs j
    where j.attempts < j.max_attempts having count(*) > 0) q;
  select count(*) into v_dead from app.dead_letters d where d.status = 'dead';
  select min(j.created_at) into v_undispatched from app.journal j where j.pending;
  return json_build_object(
    'queues', coalesce(v_queues, '{}'),
    'dead_letters', v_dead,
    'undispatched', coalesce(extract(epoch from v_now - v_undispatched), 0),
    'unsealed', app.metrics_unsealed(v_now));
end $$;
comment on function app.metrics is
  'What waits in all tenants, as numbers alone: {queues: {<kind>: {pending, oldest}}, '
  'dead_letters, undispatched, unsealed}; ages in seconds';
