create or replace function app.act_check(p_scope text, p_permission text)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_held text[];
begin
  if v_principal ? 'permissions' then
    perform app.permission_check(v_principal, p_permission);
    return;
  end if;
  v_held := array(select jsonb_array_elements_text(v_principal->'scopes'));
  if not app.scope_covers(v_held, p_scope) then
    perform app.fail(403, 'INSUFFICIENT_SCOPE', format('This request needs the scope %s.', p_scope),
      jsonb_build_object('required', p_scope, 'held', v_held));
  end if;
end $$;
comment on function app.act_check is
  '403 unless the present principal may: a user by the permissions of his roles, others by scope';
