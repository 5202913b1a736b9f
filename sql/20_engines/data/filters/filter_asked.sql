create or replace function app.filter_asked(p_part app.filter_part, p_externals integer)
returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'leaves', p_part.leaves, 'text', p_part.condition, 'externals', p_externals)
$$;
comment on function app.filter_asked is
  'Describes the caller''s part of a filter, for app.filter_price: how many conditions, the '
  'jsonpath of them, and how many questions of policies stand before theirs';
