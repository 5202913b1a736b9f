create or replace function app.form_tally(p_values jsonb, p_source text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('submission', 1, 'source:' || coalesce(p_source, ''), 1) || coalesce((
    select json_object_agg('filled:' || k, 1)::jsonb from jsonb_object_keys(p_values) k), '{}')
$$;
comment on function app.form_tally is
  'Returns the counts of a submission for app.form_counts: itself, each field that was filled in, '
  'and its source';
