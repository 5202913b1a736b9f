create or replace function app.association_rule(p_key app.associations)
returns app.association_types
language plpgsql stable as $$
declare v_rule app.association_types;
begin
  select * into v_rule from app.association_types t
  where t.tenant_id = p_key.tenant_id and t.name = p_key.association_type;
  if v_rule.from_type_id <> p_key.from_type_id then
    perform app.invalid('from_type', 'association_type', format(
      'must be the type that associations of type %s start from (%s)',
      v_rule.name, v_rule.from_type_id));
  elsif v_rule.to_type_id <> p_key.to_type_id then
    perform app.invalid('to_type', 'association_type', format(
      'must be the type that associations of type %s end at (%s)', v_rule.name, v_rule.to_type_id));
  end if;
  return v_rule;
end $$;
comment on function app.association_rule is
  'Returns the association type of an association, or null; 400 when it connects other object '
  'types';
