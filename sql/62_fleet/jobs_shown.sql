create or replace function auth.jobs_shown(args jsonb)
returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  v_most constant integer := 10001;
  v_tenant text := args->>'tenant_id';
  v_kind text := args->>'kind';
  v_status text := args->>'status';
  v_start integer := args->>'offset';
  v_limit integer := args->>'limit';
  v_since timestamptz := clock_timestamp() - interval '7 days';
  v_work app.work[];
  v_messages json;
begin
  -- The queue is small, whatever its logs hold, and no more of it is looked at than this.
  if v_tenant is null then
    v_work := array(
      select row(w.*)::app.work from (select * from app.work n limit v_most) w
      where v_kind is null or w.kind = v_kind);
    v_messages := (
      select json_agg(m) from (
        select m.tenant_id, m.channel, m.id, m.attempts, m.due_at, m.created_at from (
          select * from app.messages n where n.status = 'queued' limit v_most) m
        where v_kind is null or m.channel = v_kind) m);
  else
    v_work := array(
      select row(w.*)::app.work from app.work w
      where w.tenant_id = v_tenant and (v_kind is null or w.kind = v_kind) limit v_most);
    v_messages := (
      select json_agg(m) from (
        select m.tenant_id, m.channel, m.id, m.attempts, m.due_at, m.created_at from app.messages m
        where m.tenant_id = v_tenant and m.status = 'queued' and (v_kind is null or m.channel = v_kind)
        limit v_most) m);
  end if;
  return (
    with found as materialized (
      select w.tenant_id || '.' || w.kind || '.' || w.id as id, w.kind, w.tenant_id, app.queue_job_status(w.attempts,
        w.due_at) as status, w.attempts, w.due_at, null::timestamptz as started_at, null::json as progress,
        null::text as error, w.created_at
      from unnest(v_work) w
      -- Operations are shown as such, not as the tasks that drive them.
      where w.kind <> 'task' or w.id !~ ' (bak|rst|dif|mig)_'
      union all
      select m.tenant_id || '.' || m.channel || '.' || m.id, m.channel, m.tenant_id,
        app.queue_job_status(m.attempts, m.due_at), m.attempts, m.due_at, null, null, null, m.created_at
      from json_to_recordset(coalesce(v_messages, '[]')) m(tenant_id text, channel text, id text,
        attempts smallint, due_at timestamptz, created_at timestamptz)
      union all
      select o.id, o.kind, o.tenant_id, case o.status when 'pending' then 'queued' else o.status end, o.attempts,
        o.created_at, o.started_at, json_build_object('done', o.done, 'total', o.total, 'unit', o.unit),
        o.error, o.created_at
      from app.operations_recent(v_since, v_most) o
      where (v_tenant is null or o.tenant_id = v_tenant) and (v_kind is null or o.kind = v_kind)),
    kept as materialized (
      select f.*, row_number() over (order by f.created_at desc, f.id desc) as n from found f
      where v_status is null or f.status = v_status)
    select app.listed_as('jobs', (
        select json_agg(json_build_object('id', k.id, 'kind', k.kind, 'tenant_id', k.tenant_id,
          'status', k.status, 'attempts', k.attempts, 'due_at', k.due_at, 'started_at', k.started_at,
          'progress', k.progress, 'error', k.error, 'created_at', k.created_at) order by k.n)
        from kept k where k.n > v_start and k.n <= v_start + v_limit),
      (select count(*) from kept)));
end $$;
comment on function auth.jobs_shown is
  'Queued work of all tenants and operations {tenant_id, kind, status, limit, offset}, the newest first: of the queue 10,000 '
  'rows, of operations those under way and those that failed within 7 days. As their owner: row-level security shows what '
  'is in one tenant at a time';
