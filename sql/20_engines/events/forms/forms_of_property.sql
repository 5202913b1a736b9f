create or replace function app.forms_of_property(p_tenant text, p_type_id text, p_property text)
returns bigint
language sql stable as $$
  select count(*) from app.forms f
  where f.tenant_id = p_tenant and f.object_type_id = p_type_id
    and f.fields @> jsonb_build_array(jsonb_build_object('property', p_property))
$$;
comment on function app.forms_of_property is 'How many forms fill in a property of a type';
