create or replace function app.secret_use_check(
  p_tenant text, p_secret jsonb, p_use jsonb, p_param text, p_parts text)
returns void
language plpgsql stable as $$
declare
  v_user jsonb;
  v_owner jsonb;
begin
  select u, o into v_user, v_owner
  from jsonb_array_elements(p_secret) o cross join jsonb_array_elements(p_use) u
  where not app.party_covers(p_tenant, u, o) limit 1;
  if not found then return; end if;
  perform app.fail(403, 'FORBIDDEN', format('%s was set by %s %s, who has more rights than %s %s, '
    'who set its target. Send %s together, or ask someone with the same rights to send them.',
    p_param, v_owner->>'type', v_owner->>'id', v_user->>'type', v_user->>'id', p_parts),
    jsonb_build_object('secret', v_owner, 'use', v_user), p_param);
end $$;
comment on function app.secret_use_check is
  'Refuses with 403 when someone who says what a secret is used for (p_use, [{type, id}]) may do less than those '
  'who set it (p_secret): they would have it used for themselves. p_parts: what to send together, for the message';
