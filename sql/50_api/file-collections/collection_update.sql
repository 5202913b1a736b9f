create or replace function api.collection_update(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.file_collections := app.collection_lock(tenant, args->>'collection_id');
  v_new app.file_collections := app.collection_merge(v_old, args);
  v_now timestamptz;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_new = v_old then return app.collection_shown(app.file_sight(tenant), v_old); end if;
  v_now := clock_timestamp();
  update app.file_collections c set name = v_new.name, description = v_new.description,
    cover_file_id = v_new.cover_file_id, updated_at = v_now
  where c.tenant_id = tenant and c.id = v_old.id
  returning * into v_new;
  v_done := app.journal_write(tenant, 'collection.updated', 'collection', v_new.id,
    app.collection_json(v_new), app.collection_json(v_old));
  return app.collection_shown(app.file_sight(tenant), v_new);
end $$;
comment on function api.collection_update is 'Change a collection’s name, description or cover';
