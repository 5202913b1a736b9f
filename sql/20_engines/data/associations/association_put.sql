create or replace function app.association_put(
  p_tenant text, args jsonb, p_id text default null, p_created_at timestamptz default null)
returns json
language plpgsql volatile as $$
declare
  v_ends record := app.association_key(p_tenant, args);
  v_key app.associations := v_ends.key;
  v_rule app.association_types := app.association_rule(v_key);
  v_limit integer := app.association_limit(v_rule);
  v_now timestamptz := clock_timestamp();
  v_meta jsonb := coalesce(nullif(args->'meta', 'null'), '{}');
  v_old app.associations;
  v_new app.associations;
  v_record json;
  v_before json;
  v_done text;
  -- Looked for only where its absence matters: most are new, and the index of pairs knows the others.
  v_is_sought boolean := v_limit is not null or args ? 'if_match';
begin
  -- Assigned, because PERFORM runs a statement of its own around each.
  v_done := app.association_ends_hold(v_key, v_limit is not null, v_ends.is_guarded);
  loop
    if v_is_sought then
      select * into v_old from app.associations a
      where a.tenant_id = p_tenant and a.from_type_id = v_key.from_type_id
        and a.from_id = v_key.from_id and a.association_type = v_key.association_type
        and a.to_type_id = v_key.to_type_id and a.to_id = v_key.to_id
      for update;
      exit when found;
      if args ? 'if_match' then
        perform app.fail(412, 'PRECONDITION_FAILED',
          'If-Match requires an association that exists. Leave the header out to create it.');
      end if;
      if v_limit is not null then perform app.association_room(v_key, v_limit); end if;
    end if;
    insert into app.associations (tenant_id, id, association_type, from_type_id, from_id,
      to_type_id, to_id, meta, created_at, updated_at, created_by)
    values (p_tenant, coalesce(p_id, app.new_id('asc')), v_key.association_type,
      v_key.from_type_id, v_key.from_id, v_key.to_type_id, v_key.to_id, v_meta,
      coalesce(p_created_at, v_now), v_now, app.principal()->>'user_id')
    on conflict do nothing returning * into v_new;
    if found then
      if v_ends.is_ruled then v_done := app.invariants_note_pair(v_key); end if;
      v_record := app.association_named(v_new, v_ends.from_name, v_ends.to_name);
      v_done := app.journal_write(p_tenant, 'association.created', 'association', v_new.id, v_record,
        p_object_type_id => v_new.from_type_id);
      return v_record;
    end if;
    v_is_sought := true;  -- there is one, or another request has just made it
  end loop;

  v_done := app.unchanged_check(v_old.updated_at, args);
  v_record := app.association_named(v_old, v_ends.from_name, v_ends.to_name);
  if v_old.meta = v_meta then return v_record; end if;
  update app.associations a
  set meta = v_meta, updated_at = greatest(v_now, a.updated_at)
  where a.tenant_id = p_tenant and a.id = v_old.id returning * into v_new;
  v_before := v_record;
  v_record := app.association_named(v_new, v_ends.from_name, v_ends.to_name);
  v_done := app.journal_write(p_tenant, 'association.updated', 'association', v_new.id, v_record,
    v_before, array['meta'], v_new.from_type_id);
  return v_record;
end $$;
comment on function app.association_put is
  'Creates the association that {from_type, from_id, association_type, to_type, to_id} name, or '
  'replaces its meta, keeping id and created_at; returns it as the API shows it. Undo gives it the id and time it had';
