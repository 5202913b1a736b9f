create or replace function api.association_delete(tenant text, args jsonb)
returns json
language sql volatile as $$
  select json_build_object('id', app.association_remove(tenant, args), 'deleted', true)
$$;
comment on function api.association_delete is 'Remove an association';
