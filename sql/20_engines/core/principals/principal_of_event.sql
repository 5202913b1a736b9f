create or replace function app.principal_of_event(
  p_tenant text, p_actor jsonb, p_by jsonb, p_depth integer, p_authors jsonb default '[]')
returns jsonb
language sql stable as $$
  select app.principal_limited(p_tenant, app.party(p_tenant, p_actor),
      app.actors(p_actor) || p_authors)
    || jsonb_build_object('by', p_by, 'causation_depth', p_depth)
    || case when p_actor ? 'act' then jsonb_build_object('act', p_actor->'act') else '{}' end
$$;
comment on function app.principal_of_event is
  'Returns the user or key that caused an event, or set up the actor, as a principal for its '
  'consequences: with their current rights, and no more than each author of a part of it '
  '(p_authors, and those that the actor names); an operator who impersonated the user stays named (act). Null when one of them may act no more (app.party)';
