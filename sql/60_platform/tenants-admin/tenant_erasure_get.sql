create or replace function platform.tenant_erasure_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_erasure app.erasures;
begin
  select * into v_erasure from app.erasures e where e.about_tenant = args->>'tenant_id';
  if not found then perform app.not_found('erasure', args->>'tenant_id'); end if;
  return app.erasure_json(v_erasure);
end $$;
comment on function platform.tenant_erasure_get is 'Reads the erasure of a tenant, before it is signed';
