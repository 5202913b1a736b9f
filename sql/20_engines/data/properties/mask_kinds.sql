create or replace function app.mask_kinds(p_tenant text)
returns jsonb
language plpgsql stable as $$
begin
  return coalesce((
    select json_object_agg(t.object_type_id, t.kinds)::jsonb
    from (
      select p.object_type_id, json_object_agg(p.name, case when p.data_type in ('email', 'phone') then p.data_type end) as kinds
      from app.properties p
      where p.tenant_id = p_tenant group by p.object_type_id) t), '{}');
end $$;
comment on function app.mask_kinds is
  'The properties of each object type, and which of them hold addresses of people: {<object type>: {<name>: email|phone|null}}';
