create or replace function api.user_erasure_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_erasure app.user_erasures;
begin
  select * into v_erasure from app.user_erasures e
  where e.tenant_id = tenant and e.user_id = args->>'user_id';
  if not found then perform app.not_found('erasure', args->>'user_id'); end if;
  return app.user_erasure_json(v_erasure);
end $$;
comment on function api.user_erasure_get is 'Get how far the erasure of a user is';
