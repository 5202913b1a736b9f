create or replace function api.file_stats(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_sight jsonb := app.file_sight(tenant);
  -- The total of all files of the tenant would reveal something of those that the caller does not
  -- see.
  v_is_whole boolean := app.files_managed();
  v_quota bigint := case when v_is_whole then app.plan_max(tenant, 'storage_bytes') end;
  v_used bigint := case when v_is_whole then coalesce((
    select u.bytes from app.storage_usage u where u.tenant_id = tenant), 0) end;
begin
  return (
    with types as materialized (
      select case when f.is_deleted then 'trash' when f.status = 'pending' then 'pending'
          else 'kept' end as place, f.mime_type, count(*) as files, sum(f.size_bytes) as bytes
      from app.files f
      where f.tenant_id = tenant
        and (v_sight is null or app.file_shows(v_sight, row(f.*)::app.files))
      group by 1, 2),
    categories as (
      select t.place, app.mime_category(t.mime_type) as category, sum(t.files) as files,
        sum(t.bytes) as bytes
      from types t group by 1, 2)
    select json_build_object(
      'files', coalesce(sum(c.files) filter (where c.place = 'kept'), 0),
      'bytes', coalesce(sum(c.bytes) filter (where c.place = 'kept'), 0),
      'by_mime_category', coalesce(json_agg(json_build_object('category', c.category,
          'files', c.files, 'bytes', c.bytes) order by c.category)
        filter (where c.place = 'kept'), '[]'),
      'trash', json_build_object(
        'files', coalesce(sum(c.files) filter (where c.place = 'trash'), 0),
        'bytes', coalesce(sum(c.bytes) filter (where c.place = 'trash'), 0)),
      'pending', coalesce(sum(c.files) filter (where c.place = 'pending'), 0),
      'quota_bytes', v_quota, 'used_bytes', v_used,
      'used_percent', round(100.0 * v_used / nullif(v_quota, 0), 2))
    from categories c);
end $$;
comment on function api.file_stats is 'Get the number of files, their size and the quota';
