create or replace function api.object_type_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_type app.object_types;
  v_properties app.properties[] := '{}';
  v_done text;
begin
  perform app.plan_room(tenant, 'object_types');
  insert into app.object_types
    (tenant_id, id, name, display_name, is_strict, user_access, has_cascade, created_by)
  values (tenant, app.id_of_new('ot'), args->>'name', args->>'display_name',
    coalesce((args->>'strict')::boolean, false), coalesce(args->>'user_access', 'private'),
    app.cascades_to(tenant, null),
    app.principal()->>'user_id')
  on conflict do nothing returning * into v_type;
  if v_type.id is null then perform app.taken('name', args->>'name', 'object type'); end if;

  insert into app.object_counts (tenant_id, object_type_id, slot)
  select tenant, v_type.id, slot from generate_series(0, 15) slot;
  if jsonb_array_length(args->'properties') > 0 then
    v_properties := app.properties_of_new(v_type, args->'properties');
    v_type := app.object_type_own(tenant, v_type.id);
  end if;
  if args->'ai_index' <> 'null' then v_type := app.ai_index_change(v_type, args); end if;
  v_done := app.journal_write(tenant, 'object_type.created', 'object_type', v_type.id,
    app.object_type_json(v_type), p_object_type_id => v_type.id);
  perform app.journal_write(tenant, 'property.created', 'property', p.id,
    app.property_json(row(p.*)::app.properties), p_object_type_id => v_type.id)
  from unnest(v_properties) p;
  return app.object_type_json(v_type);
end $$;
comment on function api.object_type_create is 'Create an object type';
