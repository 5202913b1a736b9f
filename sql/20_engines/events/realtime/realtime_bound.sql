create or replace function app.realtime_bound(p_tenant text, p_type_ids text[])
returns jsonb
language plpgsql stable as $$
begin
  return (
    select coalesce(json_object_agg(b.id, b.whom)::jsonb, '{}') from (
      select t.id, case when t.policies ? 'select' then 'all' else 'users' end as whom
      from app.object_types t
      where t.tenant_id = p_tenant and t.id = any (p_type_ids)
        and (t.policies ? 'select' or t.user_access = 'private')
      union all
      select g.object_type_id, case when g.had_policies then 'all' else 'users' end
      from app.policies_gone g
      where g.tenant_id = p_tenant and g.object_type_id = any (p_type_ids)) b);
end $$;
comment on function app.realtime_bound is
  'Of some object types those whose objects are hidden from some callers: {type id: "all" whom '
  'policies bind, or "users" to whom private types are closed}';
