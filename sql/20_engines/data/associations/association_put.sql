create or replace function app.association_put(
  p_tenant text, args jsonb, p_id text default null, p_created_at timestamptz default null)
returns app.associations
language plpgsql volatile as $$
declare
  v_key app.associations := app.association_key(p_tenant, args);
  v_limit integer := app.association_limit(app.association_rule(v_key));
  v_now timestamptz := clock_timestamp();
  v_meta jsonb := coalesce(nullif(args->'meta', 'null'), '{}');
  v_old app.associations;
  v_new app.associations;
begin
  perform app.association_ends_hold(v_key, v_limit is not null);
  loop
    select * into v_old from app.associations a
    where a.tenant_id = p_tenant and a.from_type_id = v_key.from_type_id
      and a.from_id = v_key.from_id and a.association_type = v_key.association_type
      and a.to_type_id = v_key.to_type_id and a.to_id = v_key.to_id
    for update;
    exit when found;
    if args ? 'if_match' then
      perform app.fail(412, 'PRECONDITION_FAILED',
        'If-Match requires an existing association, but there is none yet. Leave the header out to '
        'create it.');
    end if;
    if v_limit is not null then perform app.association_room(v_key, v_limit); end if;
    insert into app.associations (tenant_id, id, association_type, from_type_id, from_id,
      to_type_id, to_id, meta, created_at, updated_at, created_by)
    values (p_tenant, coalesce(p_id, app.new_id('asc')), v_key.association_type,
      v_key.from_type_id, v_key.from_id, v_key.to_type_id, v_key.to_id, v_meta,
      coalesce(p_created_at, v_now), v_now, app.principal()->>'user_id')
    on conflict do nothing returning * into v_new;
    if found then
      perform app.journal_association('association.created', v_new, null, v_new);
      return v_new;
    end if;  -- another request has just made it
  end loop;

  perform app.unchanged_check(v_old.updated_at, args);
  if v_old.meta = v_meta then return v_old; end if;
  update app.associations a
  set meta = v_meta, updated_at = greatest(v_now, a.updated_at)
  where a.tenant_id = p_tenant and a.id = v_old.id returning * into v_new;
  perform app.journal_association('association.updated', v_new, v_old, v_new);
  return v_new;
end $$;
comment on function app.association_put is
  'Creates the association that {from_type, from_id, association_type, to_type, to_id} name, or '
  'replaces its meta, keeping id and created_at. Undo gives it the id and time it had';
