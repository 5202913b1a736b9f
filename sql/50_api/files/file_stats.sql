create or replace function api.file_stats(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_is_whole boolean := app.files_managed();
  v_quota bigint := case when v_is_whole then app.storage_quota(tenant) end;
  v_used bigint := case when v_is_whole then coalesce((
    select u.bytes from app.storage_usage u where u.tenant_id = tenant), 0) end;
  v_groups jsonb;
begin
  execute format($sql$
    select jsonb_agg(g) from (
      select case when f.is_deleted then 'trash' when f.status = 'pending' then 'pending'
          else 'kept' end as place, f.mime_type, count(*) as files, sum(f.size_bytes) as bytes
      from app.files f where %s group by 1, 2) g
    $sql$, concat_ws(' and ', 'f.tenant_id = $1', app.files_visible(tenant)))
  into v_groups using tenant;
  return (
    with places as (
      select g.place, app.mime_category(g.mime_type) as category, sum(g.files)::bigint as files,
        sum(g.bytes)::bigint as bytes
      from jsonb_to_recordset(v_groups) g(place text, mime_type text, files bigint, bytes bigint)
      group by 1, 2)
    select json_build_object(
      'files', coalesce(sum(p.files) filter (where p.place = 'kept'), 0),
      'bytes', coalesce(sum(p.bytes) filter (where p.place = 'kept'), 0),
      'by_mime_category', coalesce(json_agg(json_build_object('category', p.category,
          'files', p.files, 'bytes', p.bytes) order by p.category)
        filter (where p.place = 'kept'), '[]'),
      'trash', json_build_object(
        'files', coalesce(sum(p.files) filter (where p.place = 'trash'), 0),
        'bytes', coalesce(sum(p.bytes) filter (where p.place = 'trash'), 0)),
      'pending', coalesce(sum(p.files) filter (where p.place = 'pending'), 0),
      'quota_bytes', v_quota, 'used_bytes', v_used,
      'used_percent', round(100.0 * v_used / nullif(v_quota, 0), 2))
    from places p);
end $$;
comment on function api.file_stats is 'Count files and bytes, and say what is left of the quota';
