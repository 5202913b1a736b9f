create or replace function app.party_covers(p_tenant text, p_actor jsonb, p_other jsonb)
returns boolean
language plpgsql stable as $$
declare
  v_party jsonb;
  v_other jsonb;
begin
  if p_actor = p_other then return true; end if;
  -- A plugin is never the only author: its installer is asked.
  if 'plugin' in (p_actor->>'type', p_other->>'type') then return true; end if;
  v_party := app.party(p_tenant, p_actor);
  if v_party is null then return false; end if;
  if v_party->'scopes' ? '*' then return true; end if;
  v_other := app.party(p_tenant, p_other);
  if v_other is null then return false; end if;
  return app.actors(v_party) = app.actors(v_other)
    or app.scopes_shared(jsonb_build_array(v_party, v_other)) @> (v_other->'scopes')
      and app.permissions_shared(jsonb_build_array(v_party, v_other))
        @> to_jsonb(app.permissions_of(v_other));
end $$;
comment on function app.party_covers is
  'Tells whether one user or key {type, id} may do all that another may, with their current '
  'rights; if the other was deleted, only callers who hold everything are sure to';
