create or replace function app.question_counts(p_kind text, p_config jsonb)
returns boolean
language sql immutable as $$
  select p_kind in ('metric', 'line', 'bar', 'area', 'pie', 'summary', 'timeseries', 'pivot')
    or p_kind = 'table' and p_config ?| '{metric,metrics,group_by}'
$$;
comment on function app.question_counts is
  'Whether a question is one for figures, of all objects or of groups of them: of a table, when it names any';
