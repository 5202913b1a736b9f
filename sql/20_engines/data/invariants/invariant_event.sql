create or replace function app.invariant_event(p_invariant app.invariants)
returns json
language plpgsql stable as $$
begin
  -- Many read an event, under policies that may come later: it tells how many objects break the rule, not which.
  p_invariant.violations := p_invariant.violations || '{"objects": []}';
  return app.invariant_json(p_invariant);
end $$;
comment on function app.invariant_event is 'A rule as the journal keeps it';
