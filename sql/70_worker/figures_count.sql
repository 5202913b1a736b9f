create or replace function worker.figures_count()
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_tenants jsonb;
  v_files double precision;
  v_backups double precision;
  v_newest jsonb;
begin
  -- Reading comes first: a transaction that has written holds up the feeds of all tenants.
  v_tenants := (
    select json_object_agg(t.status, t.number) from (
      select n.status, count(*) as number from app.tenants n group by n.status) t);
  v_files := (select coalesce(sum(s.bytes), 0) from app.storage_usage s);
  v_backups := (select coalesce(sum(b.size_bytes), 0) from app.backups b where b.status = 'completed');
  v_newest := (
    select json_object_agg(b.type, b.at) from (
      select n.type, extract(epoch from max(n.finished_at)) as at from app.backups n
      where n.status = 'completed' and n.source in ('api', 'schedule') and n.type <> 'full'
      group by n.type) b);
  insert into app.figures as f (name, label, value, counted_at)
  select 'tenants', s.status, coalesce((v_tenants->>s.status)::double precision, 0), v_now
  from unnest('{provisioning,active,suspended,migrating,deleted}'::text[]) s(status)
  union all
  select n.name, n.label, n.value, v_now
  from (values ('storage', 'files', v_files), ('storage', 'backups', v_backups)) n(name, label, value)
  union all
  select 'backup', b.type, b.at::double precision, v_now from jsonb_each_text(coalesce(v_newest, '{}')) b(type, at)
  on conflict (name, label) do update set value = excluded.value, counted_at = excluded.counted_at;
  delete from app.figures f where f.counted_at < v_now;
end $$;
comment on function worker.figures_count is
  'Counts what is too dear to count for each reading of /metrics: tenants by status, bytes of files and of snapshots, and when '
  'the newest snapshot of each type was completed';
