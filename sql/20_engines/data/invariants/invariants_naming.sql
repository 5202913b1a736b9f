create or replace function app.invariants_naming(
  p_tenant text, p_type_id text, p_property text, p_association text default null)
returns app.invariants[]
language plpgsql stable as $$
begin
  return array(
    select row(i.*)::app.invariants as rule from app.invariants i
    where i.tenant_id = p_tenant and (i.compiled->'names'->p_type_id ? p_property or i.compiled->'associations' ? p_association)
    order by i.id);
end $$;
comment on function app.invariants_naming is 'The rules that name a property of a type, or an association';
