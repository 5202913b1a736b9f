create or replace function api.recovery_codes_get(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_user_id text := app.principal()->>'user_id';
begin
  return (
    select json_build_object('total', count(*),
      'remaining', count(*) filter (where r.used_at is null))
    from app.recovery_codes r where r.tenant_id = tenant and r.user_id = v_user_id);
end $$;
comment on function api.recovery_codes_get is 'Get the number of recovery codes left';
