create or replace function app.export_taken(args jsonb)
returns text[]
language sql stable as $$
  select array['id', 'created_at', 'updated_at', 'created_by', 'version']
    || case when args @> '{"include_deleted":true}' then array['is_deleted'] else '{}' end
    || array(select jsonb_array_elements_text(args->'include'))
$$;
comment on function app.export_taken is
  'The names of an export that are not properties: a property of one of these names is left out';
