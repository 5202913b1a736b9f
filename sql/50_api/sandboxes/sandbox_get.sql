create or replace function api.sandbox_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_found app.sandboxes;
begin
  select * into v_found from app.sandboxes s where s.tenant_id = tenant and s.id = args->>'sandbox_id';
  if not found then perform app.not_found('sandbox', args->>'sandbox_id'); end if;
  return app.sandbox_json(v_found);
end $$;
comment on function api.sandbox_get is 'Get a sandbox';
