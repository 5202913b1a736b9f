create or replace function app.principal_of_event(
  p_tenant text, p_actor jsonb, p_by jsonb, p_depth integer, p_authors jsonb default '[]')
returns jsonb
language sql stable as $$
  select app.principal_limited(p_tenant, app.party(p_tenant, p_actor),
      app.actors(p_actor) || p_authors)
    || jsonb_build_object('by', p_by, 'causation_depth', p_depth)
$$;
comment on function app.principal_of_event is
  'Whoever caused an event, or set what acts now (an actor), as a principal for what follows from '
  'it: with the rights they have now, and no more than everyone who wrote a part of it (p_authors, '
  'and those that the actor names). Null when one of them may act no more (app.party)';
