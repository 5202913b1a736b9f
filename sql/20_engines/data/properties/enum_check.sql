create or replace function app.enum_check(
  p_type app.object_types, p_property app.properties, p_values jsonb)
returns void
language plpgsql stable as $$
declare
  v_dropped text[] := array(
    select unnest(p_property.enum_values) except select jsonb_array_elements_text(p_values));
  v_used bigint;
begin
  if p_property.data_type <> 'enum' then
    perform app.invalid('enum_values', 'not_enum',
      format('can only be set on an enum; %s is a %s', p_property.name, p_property.data_type));
  end if;
  if cardinality(v_dropped) = 0 then return; end if;
  select count(*) into v_used from app.objects o
  where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
    and o.properties->>p_property.name = any (v_dropped);
  if v_used > 0 then
    perform app.fail(409, 'INVALID_STATE',
      format('%s objects still use a value that enum_values no longer lists (%s). Change them '
        'first.',
        v_used, array_to_string(v_dropped, ', ')),
      jsonb_build_object('count', v_used, 'dropped', v_dropped), 'enum_values');
  end if;
end $$;
comment on function app.enum_check is
  'Refuses with 409 and a count when a new list of enum values drops one that objects use';
