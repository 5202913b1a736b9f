create or replace function app.metrics_queues(p_now timestamptz, p_waiting jsonb)
returns json
language sql stable as $$
  select coalesce(json_object_agg(q.kind, json_build_object(
    'pending', q.pending,
    'oldest', greatest(0, extract(epoch from p_now - q.oldest)))), '{}')
  from (
    select w.kind, sum(w.pending) as pending, min(w.oldest) as oldest
    from jsonb_to_recordset(p_waiting) w(kind text, pending bigint, oldest timestamptz)
    group by w.kind) q
$$;
comment on function app.metrics_queues is
  'What waits by kind, {<kind>: {pending, oldest}}, from [{kind, pending, oldest}] of several queues';
