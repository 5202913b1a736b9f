create or replace function app.place_note(p_tenant text, p_shift bigint, p_node text)
returns text
language sql stable as $$
  select case when p_node is null or p_node = app.node() then p_tenant || ' ' || p_shift else '' end
$$;
comment on function app.place_note is
  'Returns the value that authentication keeps in app.place_shift: "<tenant> <shift>", or nothing '
  'where the shift of p_node does not hold, because the tenant has moved to this node and has not '
  'been asked for since';
