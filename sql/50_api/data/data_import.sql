create or replace function api.data_import(tenant text, args jsonb)
returns json
language sql volatile as $$
  select app.import_make(tenant, args)
$$;
comment on function api.data_import is 'Imports parsed rows into an object type';
