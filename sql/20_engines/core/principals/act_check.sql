create or replace function app.act_check(p_scope text, p_permission text)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
begin
  -- Most may, which one expression finds: no statement has to be run for them.
  if not v_principal ? 'limits' and (case when v_principal ? 'permissions'
      then v_principal->'permissions' ?| array['*', p_permission]
      else v_principal->'scopes' ?| array['*', p_scope] end) then
    return;
  end if;
  perform app.party_check(p, p_scope, p_permission) from app.parties() p;
end $$;
comment on function app.act_check is
  '403 unless the present principal may: a user by the permissions of their roles, others by '
  'scope; and so may everyone who wrote a part of what acts';
