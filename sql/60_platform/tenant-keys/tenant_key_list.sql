create or replace function platform.tenant_key_list(args jsonb)
returns json
language plpgsql stable as $$
declare v_id text := platform.tenant_get(args)->>'id';
begin
  return app.key_list(v_id);
end $$;
comment on function platform.tenant_key_list is 'List the API keys of a tenant';
