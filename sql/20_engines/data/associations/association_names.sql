create or replace function app.association_names(p_tenant text, p_name text)
returns text[]
language sql stable as $$
  select case when p_name is not null then array[p_name] || array(
    select t.name from app.association_types t
    where t.tenant_id = p_tenant and t.inverse_name = p_name and t.name <> p_name) end
$$;
comment on function app.association_names is
  'Returns the possible meanings of a name for incoming associations: a type''s name, or its '
  'inverse name';
