create or replace function app.collection_merge(p_collection app.file_collections, args jsonb)
returns app.file_collections
language plpgsql volatile as $$
declare v_tenant text := p_collection.tenant_id;
begin
  p_collection.name := coalesce(args->>'name', p_collection.name);
  if args ? 'description' then p_collection.description := args->>'description'; end if;
  if args ? 'cover_file_id' then
    p_collection.cover_file_id := null;
    if args->>'cover_file_id' is not null then
      -- Locked, so that it cannot be removed permanently before it is the cover.
      perform from app.files f
      where f.tenant_id = v_tenant and f.id = args->>'cover_file_id' for key share;
      p_collection.cover_file_id := (app.file_find(v_tenant, args->>'cover_file_id')).id;
    end if;
  end if;
  return p_collection;
end $$;
comment on function app.collection_merge is
  'A collection with the fields that callers set: name, description, cover_file_id, a file that '
  'they see; 404';
