create or replace function app.counts_rows(p_counts jsonb, p_name text)
returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object(p_name,
      case when e.name ~ '^[0-9]{3}$' then to_jsonb(e.name::integer) else to_jsonb(e.name) end,
      'count', e.number::bigint) order by e.number::bigint desc, e.name), '[]')
  from jsonb_each_text(p_counts) e(name, number)
$$;
comment on function app.counts_rows is
  'A map of numbers as rows, [{<p_name>, count}], the largest first';
