create or replace function app.workflow_actions(variadic p_lists jsonb[])
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(a order by l.place, e.place)::jsonb, '[]')
  from unnest(p_lists) with ordinality l(list, place)
  cross join jsonb_array_elements(app.actions_named(coalesce(l.list, '[]')))
    with ordinality e(a, place)
$$;
comment on function app.workflow_actions is
  'Lists of actions as one: what leaves a state, what goes through the transition, what enters the next';
