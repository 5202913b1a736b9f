create or replace function app.system_names()
returns text[]
language sql immutable as $$ select '{id,created_at,updated_at,created_by,version}'::text[] $$;
comment on function app.system_names is 'The system fields that filters, sorting and columns may name';
