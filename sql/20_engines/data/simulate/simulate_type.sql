create or replace function app.simulate_type(p_tenant text, p_policy jsonb, p_samples jsonb)
returns app.object_types
language plpgsql stable as $$
declare v_type app.object_types;
begin
  v_type.tenant_id := p_tenant;
  v_type.id := 'ot_sample';
  v_type.name := 'sample_data';
  v_type.definition := (
    select coalesce(json_object_agg(n.name, '{"type": "json"}'::jsonb)::jsonb, '{}')
    from (
      select jsonb_object_keys(s) from jsonb_array_elements(p_samples) s
      union select app.simulate_names(p_policy->'condition_json')
      union select app.simulate_names(p_policy->'check_json')) n(name)
    where n.name is not null
      and n.name not in ('id', 'created_by', 'created_at', 'updated_at', 'version'));
  return v_type;
end $$;
comment on function app.simulate_type is
  'Returns a type for undescribed rows: all of their values, and all names in the policy, are json';
