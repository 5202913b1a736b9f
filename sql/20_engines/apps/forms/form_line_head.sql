create or replace function app.form_line_head(p_format text, p_names text[])
returns text
language sql immutable as $$
  select case p_format
    when 'csv' then (select string_agg(app.csv_cell(n), ',') from unnest(h.names) n) || E'\r\n'
    when 'xlsx' then to_jsonb(h.names)::text || E'\n' else '' end
  from (select '{id,created_at,status,object_id}'::text[] || p_names) h(names)
$$;
comment on function app.form_line_head is 'The first line of exported submissions: what the columns are called';
