create or replace function app.auth_jsonpath(p_path text[])
returns text
language sql stable as $$
  select '$auth' || string_agg('.' || to_json(s)::text, '' order by n)
  from unnest(p_path) with ordinality u(s, n)
$$;
comment on function app.auth_jsonpath is 'A path of app.auth_path as jsonpath';
