create or replace function app.diff_change_json(p_change app.diff_changes)
returns json
language sql immutable as $$
  select json_build_object('id', p_change.n::text, 'section', p_change.section, 'kind', p_change.kind,
    'type', p_change.type, 'key', p_change.key, 'action', p_change.action, 'fields', p_change.fields,
    'outcome', p_change.outcome - 'by')
$$;
comment on function app.diff_change_json is 'A change of a comparison as /admin shows it';
