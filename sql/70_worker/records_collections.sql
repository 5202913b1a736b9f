create or replace function worker.records_collections(p_tenant text, p_ids text[])
returns table (id text, type text, object_id text, shown jsonb, record jsonb)
language plpgsql volatile as $$
begin
  return query
    select c.id::text, null::text, null::text,
      jsonb_build_object('name', c.name, 'description', c.description, 'cover_file_id', c.cover_file_id, 'files', coalesce((
        select json_agg(i.file_id order by i.sort_order, i.file_id)::jsonb from app.file_collection_items i
        join app.files f on f.tenant_id = i.tenant_id and f.id = i.file_id and not f.is_deleted
        where i.tenant_id = p_tenant and i.collection_id = c.id), '[]')),
      jsonb_build_object('collection', to_jsonb(row(c.*)::app.file_collections), 'items', coalesce((
        select json_agg(to_jsonb(row(i.*)::app.file_collection_items))::jsonb from app.file_collection_items i
        where i.tenant_id = p_tenant and i.collection_id = c.id), '[]'))
    from app.file_collections c where c.tenant_id = p_tenant and c.id = any (p_ids);
end $$;
comment on function worker.records_collections is
  'Collections of files as a restore compares them (shown), with their files in order, and all that they are made of again';
