create or replace function app.association_remove(p_tenant text, args jsonb)
returns text
language plpgsql volatile as $$
declare
  v_ends record := app.association_key(p_tenant, args);
  v_key app.associations := v_ends.key;
  v_old app.associations;
  v_done text;
begin
  -- Assigned, because PERFORM runs a statement of its own around each.
  v_done := app.association_ends_hold(v_key, false, v_ends.is_guarded);
  select * into v_old from app.associations a
  where a.tenant_id = p_tenant and a.from_type_id = v_key.from_type_id
    and a.from_id = v_key.from_id and a.association_type = v_key.association_type
    and a.to_type_id = v_key.to_type_id and a.to_id = v_key.to_id
  for update;
  if not found then perform app.not_found('association', args->>'association_type'); end if;
  v_done := app.unchanged_check(v_old.updated_at, args);
  if v_ends.is_ruled then v_done := app.invariants_note_pair(v_key); end if;
  v_done := app.associations_remove(p_tenant, array[v_old.id]);
  return v_old.id;
end $$;
comment on function app.association_remove is
  'Removes the association that {from_type, from_id, association_type, to_type, to_id} name; '
  'returns its id. 404 when there is none, or an end of it is in the trash';
