create or replace function app.associations_restrict(
  p_tenant text, p_type_ids text[], p_ids text[])
returns void
language plpgsql stable as $$
declare
  v_names text[] := array(
    select t.name from app.association_types t
    where t.tenant_id = p_tenant and t.on_delete = 'restrict');
  v_holder app.associations;
begin
  if v_names = '{}' then return; end if;
  select a.* into v_holder
  from unnest(p_type_ids, p_ids) k(type_id, id) cross join unnest(v_names) n(name)
  cross join lateral (
    select * from app.associations a
    where a.tenant_id = p_tenant and a.to_type_id = k.type_id and a.to_id = k.id
      and a.association_type = n.name offset 0) a
  where not a.is_hidden and a.from_id <> all (p_ids)
  limit 1;
  if found then perform app.restricted(v_holder); end if;
end $$;
comment on function app.associations_restrict is
  '409 INVALID_STATE when another object has an association to one of these whose on_delete is '
  'restrict, unless it goes along itself';
