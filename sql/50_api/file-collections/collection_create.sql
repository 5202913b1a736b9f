create or replace function api.collection_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_new app.file_collections;
  v_done text;
begin
  -- Two at once would both be the thousandth.
  perform from app.tenants t where t.tenant_id = tenant for no key update;
  if (select count(*) >= 1000 from app.file_collections c where c.tenant_id = tenant) then
    perform app.fail(409, 'INVALID_STATE',
      'A tenant can have at most 1,000 collections. Delete one first.', '{"max": 1000}');
  end if;
  v_new.tenant_id := tenant;
  v_new := app.collection_merge(v_new, args);
  insert into app.file_collections (tenant_id, id, name, description, cover_file_id, created_at,
    updated_at, created_by)
  values (tenant, app.new_id('fcol'), v_new.name, v_new.description, v_new.cover_file_id, v_now,
    v_now, app.principal()->>'user_id')
  returning * into v_new;
  v_done := app.journal_write(tenant, 'collection.created', 'collection', v_new.id,
    app.collection_json(v_new));
  return app.collection_shown(app.file_sight(tenant), v_new);
end $$;
comment on function api.collection_create is 'Create a file collection';
