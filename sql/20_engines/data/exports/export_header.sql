create or replace function app.export_header(p_columns jsonb, args jsonb)
returns text
language sql stable as $$
  select case args->>'format'
    when 'csv' then string_agg(app.csv_cell(n.name), ',' order by n.n) || e'\r\n'
    when 'xlsx' then json_agg(n.name order by n.n)::text || e'\n' end
  from unnest('{id}'::text[] || array(
      select c->>'name' from jsonb_array_elements(p_columns) with ordinality e(c, n) order by n)
    || (app.export_taken(args))[2:]) with ordinality n(name, n)
$$;
comment on function app.export_header is 'The first line of a table, with the names of its columns';
