create or replace function app.jsonb_merge(p_base jsonb, p_changes jsonb)
returns jsonb
language sql immutable as $$
  select p_base || coalesce(json_object_agg(c.key,
    case when jsonb_typeof(c.value) = 'object' and jsonb_typeof(p_base->c.key) = 'object'
      then app.jsonb_merge(p_base->c.key, c.value) else c.value end)::jsonb, '{}')
  from jsonb_each(p_changes) c
$$;
comment on function app.jsonb_merge is 'A map with the changes of another put in, at every depth';
