create or replace function platform.migration_progress(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_running json;
  v_done bigint;
  v_total bigint;
begin
  select json_agg(app.migration_json(row(m.*)::app.migrations) order by m.created_at desc, m.id desc),
    coalesce(sum(m.tenants_done), 0), coalesce(sum(m.tenants_total), 0)
  into v_running, v_done, v_total
  from (select * from app.migrations o where o.status in ('pending', 'running', 'paused') offset 0) m
  where m.status = 'running';
  return json_build_object('running', coalesce(v_running, '[]'), 'tenants_done', v_done, 'tenants_total', v_total);
end $$;
comment on function platform.migration_progress is 'Get the migrations that run now, and how far they are';
