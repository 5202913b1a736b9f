create or replace function app.metrics_queues(p_now timestamptz, p_waiting jsonb)
returns json
language sql stable as $$
  select coalesce(json_object_agg(q.kind, json_build_object(
    'pending', q.pending,
    'oldest', greatest(0, extract(epoch from p_now - q.oldest)),
    'age', greatest(0, extract(epoch from p_now - q.queued)),
    'again', q.again)), '{}')
  from (
    select w.kind, sum(w.pending) as pending, min(w.oldest) as oldest, min(w.queued) as queued,
      sum(w.again) as again
    from jsonb_to_recordset(p_waiting)
      w(kind text, pending bigint, oldest timestamptz, queued timestamptz, again bigint)
    group by w.kind) q
$$;
comment on function app.metrics_queues is
  'Sums up waiting work by kind, {<kind>: {pending, oldest, age, again}}, from [{kind, pending, '
  'oldest, queued, again}] of several queues: how much, how long the oldest has been due and '
  'queued, and how much of it was started more than once';
