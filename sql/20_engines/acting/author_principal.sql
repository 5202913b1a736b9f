create or replace function app.author_principal(p_tenant text, p_author jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb;
  v_key text := p_author->>'id';
  v_next text;
begin
  if p_author->>'type' = 'user' then
    select auth.user_principal(u, g.roles, g.permissions) into v_principal
    from app.users u cross join lateral auth.user_roles(u) g
    where u.tenant_id = p_tenant and u.id = p_author->>'id';
  elsif p_author->>'type' = 'api_key' then
    loop  -- a key that was rotated is the key that took its place
      select k.replaced_by into v_next from app.api_keys k
      where k.tenant_id = p_tenant and k.id = v_key and k.revoked_at is not null;
      exit when v_next is null;
      v_key := v_next;
    end loop;
    select app.key_principal(k) into v_principal from app.api_keys k
    where k.tenant_id = p_tenant and k.id = v_key;
  end if;
  return coalesce(v_principal, p_author || '{"scopes": []}');
end $$;
comment on function app.author_principal is
  'Whoever set something that listens {type, id} as a principal, with the rights they have now: also '
  'when they may not call any more, because what they set up goes on. Of somebody who is gone, a '
  'principal without any rights (see app.user_listeners_keep)';
