create or replace function api.report_types(tenant text, args jsonb)
returns json
language sql stable as $$
  select json_agg(json_build_object('type', t.type, 'description', t.description) order by t.n)
  from (values
    (1, 'table', 'Objects, with some of their properties'),
    (2, 'summary', 'Figures, by one or several properties'),
    (3, 'timeseries', 'Figures over time'),
    (4, 'pivot', 'Figures by the properties of its rows and of its columns'),
    (5, 'funnel', 'How many objects reach each step'),
    (6, 'sql', 'A SELECT, as POST /v1/sql takes it')) t(n, type, description)
$$;
comment on function api.report_types is 'Returns the report types with their descriptions';
