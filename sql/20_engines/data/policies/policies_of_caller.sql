create or replace function app.policies_of_caller(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_is_limited boolean := app.is_type_limited();
  v_is_closed boolean;
begin
  if not app.policies_bind(v_principal) then return null; end if;
  v_is_closed := app.private_binds(v_principal);
  return (
    select json_object_agg(f.id, case when (f.part).condition is not null
      then app.filter_json(f.part) else '{"condition": "strict (1 == 0)", "is_plain": true}' end)::jsonb
    from (
      select t.id, app.policy_part(row(t.*)::app.object_types, 'select') as part,
        v_is_limited and not app.type_is_permitted(row(t.*)::app.object_types, 'read') as is_gone
      from app.object_types t
      where t.tenant_id = p_tenant and (v_is_limited or t.policies ? 'select'
        or v_is_closed and t.user_access = 'private')
      union all
      select g.object_type_id, null, true from app.policies_gone g
      where g.tenant_id = p_tenant and (v_is_closed or g.had_policies) offset 0) f
    where f.is_gone or (f.part).condition is not null);
end $$;
comment on function app.policies_of_caller is
  'Of each type of which the caller may not see all objects, the filter of those that they may: '
  '{type id: filter}, for lists across types; null when there is none. Of types that are gone and '
  'had policies, or for users were private, they see nothing, nor of those that their permissions '
  'leave out';
