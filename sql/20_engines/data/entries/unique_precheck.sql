create or replace function app.unique_precheck(p_type app.object_types, p_property app.properties)
returns void
language plpgsql stable as $$
declare v_conflict record;
begin
  select o.properties->p_property.name as value, count(*) as count, min(o.id) as first_id
  into v_conflict from app.objects o
  where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id and not o.is_deleted
    and jsonb_typeof(o.properties->p_property.name) <> 'null'
  group by 1 having count(*) > 1 limit 1;
  if found and app.policy_limits(p_type) then
    perform app.fail(409, 'UNIQUE_VIOLATION', format(
      'Several objects of %s have the same value of %s, so it cannot be made unique. Some of them '
      'are hidden from you: ask an administrator.',
      p_type.name, p_property.name), jsonb_build_object('property', p_property.name), 'is_unique');
  elsif found then
    perform app.fail(409, 'UNIQUE_VIOLATION',
      format('%s objects of %s have %s %s, so it cannot be made unique. Change them first.',
        v_conflict.count, p_type.name, p_property.name, left(v_conflict.value::text, 100)),
      jsonb_build_object('property', p_property.name, 'value', v_conflict.value,
        'existing_id', v_conflict.first_id, 'count', v_conflict.count), 'is_unique');
  end if;
end $$;
comment on function app.unique_precheck is
  'Refuses with 409 UNIQUE_VIOLATION and names a value that several objects of the type share';
