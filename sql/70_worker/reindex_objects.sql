create or replace function worker.reindex_objects(
  p_tenant text, p_after jsonb, p_limit integer, out rows integer, out after jsonb)
returns record
language plpgsql volatile as $$
declare
  v_id text := coalesce(p_after->>0, '');
  v_first text := coalesce(p_after->>1, '');
  v_last text;
  v_until text;
  v_type app.object_types;
  v_objects app.objects[];
  v_ids text[];
  v_right text[];
  v_without text[];
  v_documents tsvector[];
  v_wanted record;
begin
  rows := 0;
  select * into v_type from app.object_types t where t.tenant_id = p_tenant and t.id >= v_id order by t.id limit 1;
  if not found then return; end if;
  if v_type.id <> v_id then v_first := ''; end if;
  v_type := app.object_type_hold(p_tenant, v_type.id);
  -- The share lock keeps a parallel change of an object from slipping between reading it and writing its rows.
  v_objects := array(
    select row(o.*)::app.objects as o from app.objects o
    where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id > v_first
    order by o.id limit p_limit for share);
  rows := cardinality(v_objects);
  v_last := case when rows = p_limit then (v_objects[rows]).id end;
  v_until := coalesce(v_last, '~');

  select coalesce(array_agg(e.object_id), '{}'), coalesce(array_agg(e.document), '{}') into v_ids, v_documents
  from app.search_entries(v_type, v_objects) e;
  -- Most rows are right, and are not written.
  v_right := array(
    select s.object_id from app.object_search s
    join unnest(v_ids, v_documents) e (id, document) on e.id = s.object_id and e.document = s.document
    where s.tenant_id = p_tenant and s.object_type_id = v_type.id and s.object_id = any (v_ids));
  insert into app.object_search (tenant_id, object_type_id, object_id, document)
  select p_tenant, v_type.id, e.id, e.document from unnest(v_ids, v_documents) e (id, document)
  where not exists (select 1 from unnest(v_right) r where r = e.id)
  on conflict (tenant_id, object_type_id, object_id) do update set document = excluded.document;
  v_without := array(select o.id::text from unnest(v_objects) o except select unnest(v_ids));
  delete from app.object_search s
  where s.tenant_id = p_tenant and s.object_type_id = v_type.id and s.object_id = any (v_without);
  -- Of objects that are gone; one that is being created is seen together with its row.
  delete from app.object_search s
  where s.tenant_id = p_tenant and s.object_type_id = v_type.id and s.object_id > v_first
    and s.object_id <= v_until and not exists (
      select 1 from app.objects o
      where o.tenant_id = p_tenant and o.object_type_id = v_type.id and o.id = s.object_id);

  if v_type.indexed <> '{}' then
    v_wanted := app.index_columns(v_type, v_objects);
    insert into app.object_index (tenant_id, property_id, text_value, number_value, object_id, is_unique)
    select p_tenant, e.property_id, e.text, e.number, e.object_id, e.is_unique
    from unnest(v_wanted.property_ids, v_wanted.texts, v_wanted.numbers, v_wanted.object_ids, v_wanted.uniques)
      e (property_id, text, number, object_id, is_unique)
    order by e.property_id, e.text, e.number  -- so that two batches never cross
    on conflict do nothing;
    if app.has_unique(v_type.definition) then perform app.unique_check(v_type, v_objects); end if;
  end if;
  -- The next type is the first one after this.
  after := jsonb_build_array(v_type.id || case when v_last is null then '~' else '' end, coalesce(v_last, ''));
end $$;
comment on function worker.reindex_objects is
  'Writes what the next p_limit objects of a type miss in full text search and in the object index, and removes words of objects that '
  'have none; after is null after the last type. 409 UNIQUE_VIOLATION';
