create or replace function app.principal_limited(
  p_tenant text, p_principal jsonb, p_authors jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_parties jsonb := coalesce(p_principal->'limits', jsonb_build_array(p_principal
    - '{by,causation_depth,root,uncounted,request_id,ip,user_agent,session_id,as_user}'::text[]));
  v_author jsonb;
  v_party jsonb;
begin
  if p_principal is null or p_authors is null then return null; end if;
  for v_author in select jsonb_array_elements(p_authors) loop
    continue when v_parties @> jsonb_build_array(v_author);
    v_party := app.party(p_tenant, v_author);
    if v_party is null then return null; end if;
    continue when v_parties @> app.actors(v_party);  -- a key that took the place of another
    v_parties := v_parties || v_party;
  end loop;
  if jsonb_array_length(v_parties) = 1 then return p_principal; end if;
  return p_principal || jsonb_build_object('limits', v_parties,
      'scopes', app.scopes_shared(v_parties))
    || case when p_principal ? 'permissions' then jsonb_build_object(
      'permissions', app.permissions_shared(v_parties)) else '{}' end;
end $$;
comment on function app.principal_limited is
  'A principal that may do no more than each of some authors [{type, id}], with the rights they '
  'have now: limits holds all of them (app.parties), scopes and permissions what they share. Null '
  'when one of them may act no more';
