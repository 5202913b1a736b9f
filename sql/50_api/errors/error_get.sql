create or replace function api.error_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_group app.error_groups;
begin
  select * into v_group from app.error_groups g
  where g.tenant_id = tenant and g.id = args->>'error_id';
  if not found then perform app.not_found('error', args->>'error_id'); end if;
  return app.error_whole_json(v_group);
end $$;
comment on function api.error_get is 'Get an error with its releases and samples';
