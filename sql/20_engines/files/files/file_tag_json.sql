create or replace function app.file_tag_json(p_tag app.file_tags)
returns json
language sql stable as $$
  select json_build_object('id', p_tag.id, 'tag_id', p_tag.id, 'name', p_tag.name,
    'color', p_tag.color, 'created_by', p_tag.created_by, 'created_at', p_tag.created_at,
    'updated_at', p_tag.updated_at)
$$;
comment on function app.file_tag_json is
  'Returns a tag as the journal holds it: the part that is the same for everyone. See '
  'app.file_tag_shown';
