create or replace function app.ai_index_set(p_type app.object_types, p_asked jsonb)
returns void
language plpgsql volatile as $$
declare
  v_tenant constant text := p_type.tenant_id;
  v_now timestamptz := clock_timestamp();
  v_old app.ai_indexes;
  v_properties text[] := array(
    select n.name from jsonb_array_elements_text(p_asked->'properties') with ordinality n(name, place) order by n.place);
  v_provider text := app.ai_index_asked_provider(v_tenant, p_asked);
  v_total integer := (app.object_total(v_tenant, p_type.id)).live;
  v_collection text := app.new_id('vcol');
  v_actor jsonb := app.author();
  v_authors jsonb := app.authors_set('{}', 'ai_index');
begin
  -- First, as the worker takes its locks. The batch that it is working on no longer counts.
  perform app.work_add(v_tenant, 'ai_index', p_type.id, v_now);
  select * into v_old from app.ai_indexes i where i.tenant_id = v_tenant and i.object_type_id = p_type.id for no key update;
  if v_old.provider_id is not distinct from v_provider and v_old.model is not distinct from p_asked->>'model' then
    -- Of the same model: texts that stay as they are keep their vectors.
    v_collection := coalesce(v_old.collection, v_collection);
  else
    delete from app.vector_collections c where c.tenant_id = v_tenant and c.name = v_old.collection;
  end if;
  insert into app.ai_indexes (tenant_id, object_type_id, properties, provider_id, model, collection, cursor, done, total,
    failures, error, actor, authors, created_at, updated_at)
  values (v_tenant, p_type.id, v_properties, v_provider, p_asked->>'model', v_collection, '', 0, v_total, 0, null, v_actor,
    v_authors, v_now, v_now)
  on conflict (tenant_id, object_type_id) do update set properties = excluded.properties, provider_id = excluded.provider_id,
    model = excluded.model, collection = excluded.collection, cursor = excluded.cursor, done = excluded.done,
    total = excluded.total, failures = excluded.failures, error = excluded.error, actor = excluded.actor,
    authors = excluded.authors, updated_at = excluded.updated_at;
  update app.object_types t set ai_index = v_properties where t.tenant_id = v_tenant and t.id = p_type.id;
end $$;
comment on function app.ai_index_set is
  'Sets the ai_index of a type {properties, provider_id?, model?}, which app.ai_index_check has passed: the worker reads all objects again. '
  'The provider is chosen now, the default one where none is named. The caller holds the type (app.object_type_own)';
