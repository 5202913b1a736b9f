create or replace function app.policies_of_caller(p_tenant text)
returns jsonb
language plpgsql stable as $$
begin
  if not app.policies_bind(app.principal()) then return null; end if;
  return (
    select jsonb_object_agg(f.id, app.filter_json(f.part))
    from (
      select t.id, app.policy_part(t, 'select') as part from app.object_types t
      where t.tenant_id = p_tenant and t.policies ? 'select' offset 0) f
    where (f.part).condition is not null);
end $$;
comment on function app.policies_of_caller is
  'Of each type of which the caller may not see all objects, the filter of those that they may: '
  '{type id: filter}, for lists across types; null when there is none';
