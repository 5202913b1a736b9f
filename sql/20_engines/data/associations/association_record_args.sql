create or replace function app.association_record_args(p_record jsonb)
returns jsonb
language sql immutable as $$
  select p_record || jsonb_build_object(
    'from_type', p_record->'from_type_id', 'to_type', p_record->'to_type_id')
$$;
comment on function app.association_record_args is
  'An association as the journal keeps it, as arguments of app.association_put and '
  'app.association_remove: types by id, as their names may have changed since';
