create or replace function app.collection_json(p_collection app.file_collections)
returns json
language sql stable as $$
  select json_build_object('id', p_collection.id, 'collection_id', p_collection.id,
    'name', p_collection.name, 'description', p_collection.description,
    'cover_file_id', p_collection.cover_file_id, 'created_by', p_collection.created_by,
    'created_at', p_collection.created_at, 'updated_at', p_collection.updated_at)
$$;
comment on function app.collection_json is
  'Returns a collection as the journal holds it: the part that is the same for everyone. See '
  'app.collection_shown';
