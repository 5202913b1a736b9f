create or replace function app.roles_refresh(p_tenant text)
returns void
language plpgsql volatile as $$
declare v_deepest integer;
begin
  with recursive lines as (
    select r.id, r.id as ancestor_id, r.parent_role_id, r.name, r.permissions, 1 as depth
    from app.roles r where r.tenant_id = p_tenant
    union all
    select l.id, p.id, p.parent_role_id, p.name, p.permissions, l.depth + 1
    from lines l join app.roles p on p.tenant_id = p_tenant and p.id = l.parent_role_id
    where l.depth <= 20),
  sums as (
    select l.id, max(l.depth) as depth, array_agg(distinct l.name) as names,
      coalesce((select array_agg(distinct x) from (
        select unnest(i.permissions) from lines i where i.id = l.id) u(x)), '{}') as permissions
    from lines l group by l.id),
  written as (
    update app.roles r set inherited_names = s.names, inherited_permissions = s.permissions
    from sums s where r.tenant_id = p_tenant and r.id = s.id)
  select max(s.depth) into v_deepest from sums s;
  if v_deepest > 20 then
    perform app.fail(409, 'INVALID_STATE',
      'Roles would inherit from each other in a circle, or through more than 20 levels. Choose a '
      'different parent.',
      null, 'parent_role_id');
  end if;
end $$;
comment on function app.roles_refresh is
  'Brings inherited_names and inherited_permissions of a tenant''s roles up to date; call it after '
  'every change of them. 409 for a circle, or more than 20 levels';
