create or replace function app.filter_association_ids(
  p_type app.object_types, p_external jsonb, p_cap integer)
returns text[]
language plpgsql stable as $$
declare
  v_name text := p_external->>'association';
  v_other app.object_types;
  v_filter app.filter;
begin
  select * into v_other from app.object_types t
  where t.tenant_id = p_type.tenant_id and t.id = p_external->>'type_id';
  v_filter := app.filter_plan(v_other,
    jsonb_populate_record(null::app.filter, p_external->'filter'), p_cap);
  -- Not worth it: more objects at the other end than here may be asked for.
  if v_filter.ids is null then return array_fill(''::text, array[p_cap + 1]); end if;
  if p_external @> '{"is_incoming": true}' then
    return array(
      select a.to_id from app.associations a
      where a.tenant_id = p_type.tenant_id and a.from_type_id = v_other.id
        and a.from_id = any (v_filter.ids) and a.association_type = v_name
        and a.to_type_id = p_type.id
      limit p_cap + 1);
  end if;
  return array(
    select a.from_id from app.associations a
    where a.tenant_id = p_type.tenant_id and a.to_type_id = v_other.id
      and a.to_id = any (v_filter.ids) and a.association_type = v_name
      and a.from_type_id = p_type.id
    limit p_cap + 1);
end $$;
comment on function app.filter_association_ids is
  'The objects that have an association with those that the filter at the other end names, when '
  'an index finds these; like app.filter_term_ids';
