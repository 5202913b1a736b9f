create or replace function app.party_check(p_party jsonb, p_scope text, p_permission text)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_is_author boolean := p_party->>'id' is distinct from v_principal->>'id';
  v_is_user boolean := p_party ? 'permissions';
  v_held text[] := array(select jsonb_array_elements_text(
    p_party->case when v_is_user then 'permissions' else 'scopes' end));
  v_may boolean := case when v_is_user then app.permission_covers(v_held, p_permission)
    else app.scope_covers(v_held, p_scope) end;
begin
  if v_may then return; end if;
  if p_party->>'type' = 'plugin' then
    perform app.fail(403, 'FORBIDDEN', format('This needs %s, which the plugin %s did not ask for when '
      'it was installed. Add it to the permissions of its manifest.', p_permission, p_party->>'id'),
      jsonb_build_object('required', p_permission, 'author', p_party->'id'));
  end if;
  perform app.fail(403, case when v_is_user then 'FORBIDDEN' else 'INSUFFICIENT_SCOPE' end, case
      when v_is_author then format('This needs %s, which %s %s, the author of one of its parts, '
        'does not hold. Ask someone who holds it to send that part again: that makes them its author.',
        case when v_is_user then p_permission else 'the scope ' || p_scope end,
        case when v_is_user then 'the user' else 'the key' end, p_party->>'id')
      when v_is_user then format('Your roles do not permit %s.', p_permission)
      else format('This request needs the scope %s.', p_scope) end,
    case when v_is_user then jsonb_build_object('required', p_permission)
      else jsonb_build_object('required', p_scope, 'held', v_held) end
    || case when v_is_author then jsonb_build_object('author', p_party->'id') else '{}' end);
end $$;
comment on function app.party_check is
  'Refuses with 403 unless each of app.parties may: a user by permission, others by scope';
