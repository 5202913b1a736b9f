create or replace function app.author_permissions(
  p_tenant text, p_author jsonb, out permissions text[], out is_owner boolean)
language plpgsql stable as $$
declare
  v_user app.users;
  v_key app.api_keys;
begin
  permissions := case when p_author->>'type' = 'data' then '{objects:*,files:*}' else '{}' end;
  if p_author->>'type' = 'user' then
    select * into v_user from app.users u
    where u.tenant_id = p_tenant and u.id = p_author->>'id';
    if found and not app.user_is_banned(v_user) then
      permissions := app.user_permissions(v_user);
    end if;
  elsif p_author->>'type' = 'api_key' then
    v_key := app.key_successor(p_tenant, p_author->>'id');
    permissions := app.scope_permissions(v_key.scopes);
  end if;
  is_owner := '*' = any (permissions) and not p_author ? 'held'
    and (p_author->>'type' <> 'user' or v_user.role = 'owner');
end $$;
comment on function app.author_permissions is
  'What the author of a setting may do now (nothing when banned, deleted or revoked), and whether '
  'that is as much as an owner. The type data stands for an author of old who was known to hold '
  'less than everything';
