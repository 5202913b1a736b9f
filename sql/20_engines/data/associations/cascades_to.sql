create or replace function app.cascades_to(p_tenant text, p_type_id text)
returns boolean
language sql stable as $$
  select exists (
    select 1 from app.association_types t
    where t.tenant_id = p_tenant and t.on_delete = 'cascade'
      and (t.to_type_id is null or t.to_type_id = p_type_id))
$$;
comment on function app.cascades_to is
  'Whether some association type cascades when an object of a type is deleted; '
  'null asks for a type that is just being made';
