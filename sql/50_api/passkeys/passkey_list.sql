create or replace function api.passkey_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_user_id text := app.principal()->>'user_id';
begin
  return coalesce((
    select json_agg(app.passkey_json(row(p.*)::app.passkeys) order by p.id desc)
    from app.passkeys p where p.tenant_id = tenant and p.user_id = v_user_id), '[]');
end $$;
comment on function api.passkey_list is 'List your passkeys';
