create or replace function app.operations_recent(
  p_since timestamptz, p_most integer, out id text, out kind text, out tenant_id text, out status text,
  out attempts smallint, out done bigint, out total bigint, out unit text, out error text,
  out created_at timestamptz, out started_at timestamptz)
returns setof record
language plpgsql stable as $$
begin
  return query
  select b.id::text, 'backup', b.about_tenant, b.status, b.attempts, b.done, b.total, b.unit, b.error,
    b.created_at, b.started_at
  from (select * from app.backups n order by n.id desc limit p_most) b
  where b.status in ('pending', 'running') or b.status = 'failed' and b.finished_at > p_since
  union all
  select r.id::text, 'restore', coalesce(r.target_tenant, r.source_tenant), r.status, r.attempts, r.done,
    r.total, r.unit, r.error, r.created_at, r.started_at
  from (select * from app.restores n order by n.id desc limit p_most) r
  where r.status in ('pending', 'running') or r.status = 'failed' and r.finished_at > p_since
  union all
  select d.id::text, 'diff', d.tenant_id, d.status, 0::smallint, d.done, null, 'rows', d.error, d.created_at,
    d.started_at
  from (select * from app.diffs n order by n.id desc limit p_most) d
  where d.status in ('pending', 'running') or d.status = 'failed' and d.finished_at > p_since
  union all
  select m.id::text, 'migration', m.about_tenant, m.status, m.attempts, m.done, m.total, m.unit, m.error, m.created_at, m.started_at
  from (
    select * from app.migrations n where n.status in ('pending', 'running', 'paused')
    union all
    select * from app.migrations n where n.status = 'failed' and n.finished_at > p_since limit p_most) m
  where m.status <> 'paused';
end $$;
comment on function app.operations_recent is
  'Backups, restores, comparisons and migrations that are under way, or failed after p_since, among the newest p_most of each';
