create or replace function app.policies_show_most(
  p_type app.object_types, p_live bigint, p_most integer)
returns boolean
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_rules jsonb := p_type.policies->'select';
  -- More of them are not worth counting.
  v_few constant bigint := least(p_live - p_most + 1, 1000);
  v_but jsonb;
begin
  if v_few <= 0 or v_rules is null or v_principal ? 'limits' or v_rules @? '$.is_deny' then
    return false;
  end if;
  for i in 0 .. jsonb_array_length(v_rules) - 1 loop
    v_but := v_rules->i->'condition'->'all_but';
    if v_but is not null
      and (not v_rules->i ? 'role' or app.policy_is_for(v_rules->i->>'role', v_principal))
      and app.index_count(p_type.tenant_id, v_but->>'property', v_but, v_few::integer) < v_few then
      return true;
    end if;
  end loop;
  return false;
end $$;
comment on function app.policies_show_most is
  'Whether the policies of a type are known, without a look at the objects, to show the caller at '
  'least p_most of p_live: without a deny, what one allow lets through is a part of what they see';
