create or replace function app.author_principal(p_tenant text, p_author jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb;
  v_key app.api_keys;
begin
  if p_author->>'type' = 'user' then
    select auth.user_principal(row(u.*)::app.users, g.roles, g.permissions) into v_principal
    from app.users u cross join lateral auth.user_roles(row(u.*)::app.users) g
    where u.tenant_id = p_tenant and u.id = p_author->>'id';
  elsif p_author->>'type' = 'api_key' then
    v_key := app.key_now(p_tenant, p_author->>'id');
    if v_key.id is not null then v_principal := app.key_principal(v_key); end if;
  else
    v_principal := app.party(p_tenant, p_author);
  end if;
  if v_principal is null and p_author @> '{"was_unbound": true}' then return null; end if;
  return coalesce(v_principal, p_author || '{"scopes": []}');
end $$;
comment on function app.author_principal is
  'Returns the author of a listener {type, id} as a principal, with their current rights: also '
  'when they may not call any more, because their listeners continue. Of someone who is gone, a '
  'principal without any rights; null of one whom policies did not bind (app.user_listeners_keep)';
