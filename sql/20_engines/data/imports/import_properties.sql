create or replace function app.import_properties(p_tenant text, args jsonb)
returns void
language plpgsql volatile as $$
declare
  v_held text[] := array(select jsonb_array_elements_text(app.principal()->'scopes'));
  v_property jsonb;
begin
  if not args @> '{"create_missing_properties":true}' then return; end if;
  if not app.scope_covers(v_held, 'schema') then
    perform app.fail(403, 'INSUFFICIENT_SCOPE',
      'create_missing_properties needs the scope schema in addition to write.',
      jsonb_build_object('required', 'schema', 'held', v_held), 'create_missing_properties');
  end if;
  for v_property in select p from jsonb_array_elements(args->'made'->'missing') p loop
    perform api.property_create(
      p_tenant, v_property || jsonb_build_object('object_type_id', args->'object_type_id'));
  end loop;
end $$;
comment on function app.import_properties is
  'Creates the properties that an import is missing (args.made.missing: [{name, data_type}]); '
  '403 without the scope schema';
