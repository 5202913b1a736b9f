create or replace function app.files_conditions(p_filter jsonb)
returns text
language sql immutable as $$
  select string_agg(c.condition, ' and ' order by c.n)
  from (values
    (1, 'is_deleted', $c$f.is_deleted = ($2->'is_deleted')::boolean$c$),
    (0, 'ids', $c$f.id = any ($3)$c$),
    (2, 'object_type_id', $c$f.object_type_id = $2->>'object_type_id'$c$),
    (3, 'object_id', $c$f.object_id = $2->>'object_id'$c$),
    (4, 'folder', $c$f.folder = $2->>'folder'$c$),
    (5, 'folder_low', $c$(f.folder >= $2->>'folder_low' and f.folder < $2->>'folder_high')$c$),
    (6, 'id_low', $c$f.id >= $2->>'id_low'$c$),
    (7, 'id_high', $c$f.id < $2->>'id_high'$c$),
    (8, 'min_size', $c$f.size_bytes >= ($2->'min_size')::bigint$c$),
    (9, 'max_size', $c$f.size_bytes <= ($2->'max_size')::bigint$c$),
    (10, 'uploaded_by', $c$f.uploaded_by = $2->>'uploaded_by'$c$),
    (11, 'mime_type', $c$f.mime_type = $2->>'mime_type'$c$),
    (12, 'access', $c$f.access = $2->>'access'$c$),
    (13, 'status', $c$f.status = $2->>'status'$c$),
    -- Looked up with each file: offset keeps it from being turned round.
    (14, 'collection_id', $c$exists (
      select 1 from app.file_collection_items i
      where i.tenant_id = $1 and i.file_id = f.id and i.collection_id = $2->>'collection_id'
      offset 0)$c$),
    -- The planner takes a case to hold for half of the files. As a comparison it would seem rare, and
    -- all files would be read and sorted rather than walked.
    (15, 'tag_ids', $c$case when array(select jsonb_array_elements_text($2->'tag_ids')) <@ array(
      select g.tag_id::text from app.file_taggings g
      where g.tenant_id = $1 and g.file_id = f.id) then true else false end$c$),
    (16, 'filename', $c$strpos(lower(f.filename), $2->>'filename') > 0$c$),
    (17, 'mime_category', $c$case app.mime_category(f.mime_type)
      when $2->>'mime_category' then true else false end$c$),
    (18, 'private_of', $c$(f.access <> 'private' or f.uploaded_by = $2->>'private_of')$c$),
    (19, 'sight', $c$app.file_shows($2->'sight', row(f.*)::app.files)$c$)) c(n, name, condition)
  where p_filter ? c.name
$$;
comment on function app.files_conditions is
  'Returns the conditions of a filter of app.files_filter on a file f, as the text of a statement '
  'with the tenant as $1, the filter as $2 and its ids as $3: it contains no text of callers';
