create or replace function app.error_whole_json(p_group app.error_groups)
returns jsonb
language plpgsql stable as $$
declare
  v_releases jsonb := (
    select json_agg(jsonb_build_object('release', r.release, 'count', r.reports,
      'first_seen_at', r.first_seen_at, 'last_seen_at', r.last_seen_at)
      order by r.last_seen_at desc, r.release)::jsonb
    from app.error_releases r where r.tenant_id = p_group.tenant_id and r.error_id = p_group.id);
  v_samples jsonb := (
    select json_agg(s.report || jsonb_build_object('reported_at', s.reported_at)
      order by s.reported_at desc, s.slot desc)::jsonb
    from app.error_samples s where s.tenant_id = p_group.tenant_id and s.error_id = p_group.id);
begin
  return app.error_json(p_group)::jsonb || jsonb_build_object(
    'releases', coalesce(v_releases, '[]'), 'samples', coalesce(v_samples, '[]'));
end $$;
comment on function app.error_whole_json is 'An error with its releases and its samples, the newest first';
