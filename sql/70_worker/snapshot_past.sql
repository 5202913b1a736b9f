create or replace function worker.snapshot_past(p_tenant text, p_moment timestamptz, p_only jsonb, p_is_part boolean)
returns json
language plpgsql stable as $$
declare
  v_done text := app.in_tenant(p_tenant);
  v_since timestamptz := app.journal_open_since(p_moment);
  v_low text := app.event_id_from(p_moment);
  v_names text[] := array(select jsonb_array_elements_text(p_only->'types'));
  v_ids text[] := case when p_only ? 'objects' then array(select jsonb_array_elements_text(p_only->'objects')) end;
  v_types text[];
  v_gone jsonb;
  v_loaded timestamptz;
  v_place xid8;
  v_lost record;
begin
  perform app.past_check(p_tenant, p_moment);
  v_loaded := (
    select max(j.created_at) from app.journal j
    where j.tenant_id = p_tenant collate "ucs_basic" and j.type collate "C" = 'tenant.restored'
      and j.resource_type = 'tenant' and j.id >= v_low and j.created_at > p_moment
      and j.after::jsonb ? 'slug');
  if v_loaded is not null then
    perform app.past_refuse('loaded', 'The tenant was loaded from a snapshot later: what it was before is not kept.', v_loaded);
  end if;
  v_gone := coalesce((
    select json_agg(json_build_object('id', j.resource_id, 'name', j.before->>'name') order by j.id)::jsonb
    from app.journal j
    where j.tenant_id = p_tenant collate "ucs_basic" and j.type collate "C" = 'object_type.deleted'
      and j.resource_type = 'object_type' and j.id >= v_low and j.created_at > p_moment
      and (j.before->>'created_at')::timestamptz <= p_moment
      and (p_only = '{}' or j.resource_id = any (v_names) or j.before->>'name' = any (v_names))), '[]');
  if p_only ? 'types' then
    v_types := array(
      select t.id from app.object_types t where t.tenant_id = p_tenant and (t.id = any (v_names) or t.name = any (v_names)));
    perform app.invalid('only.types', 'unknown', format('there is no object type %s', n))
    from unnest(v_names) n
    where not exists (select 1 from app.object_types t where t.tenant_id = p_tenant and n in (t.id, t.name))
      and not exists (select 1 from jsonb_array_elements(v_gone) g where n in (g->>'id', g->>'name'));
  end if;
  select count(*) as count, max(l.earliest) as earliest, (array_agg(l.id order by l.id))[:100] as ids,
    count(*) filter (where l.reason = 'purged') as purged
  into v_lost from app.objects_lost(p_tenant, p_moment, v_types, v_ids) l;
  if v_lost.count > 0 then
    perform app.past_refuse('records', format(
      '%s records cannot be had as they were then: %s were removed for good since, of %s the versions do not reach back so far. Their ids are '
      'in details.ids: name others in only, or choose a later moment.', v_lost.count, v_lost.purged, v_lost.count - v_lost.purged),
      v_lost.earliest, jsonb_build_object('records', v_lost.count, 'ids', v_lost.ids));
  end if;
  -- The feed continues it with the first row that was not committed by then.
  if not p_is_part then
    select j.xid into v_place from app.journal j
    where j.tenant_id = p_tenant and j.id >= v_low and j.created_at > p_moment order by j.xid limit 1;
  end if;
  return json_build_object('types', v_types, 'gone', v_gone,
    'feed_place', app.journal_end(p_tenant, coalesce(v_place, app.place_horizon(p_tenant)), null),
    'unchanged', (
      select count(*) from app.objects o
      where o.tenant_id = p_tenant and not o.is_deleted and o.updated_at <= v_since
        and (p_only = '{}' or o.object_type_id = any (v_types) or o.id = any (v_ids))));
end $$;
comment on function worker.snapshot_past is
  'Returns the parts of a snapshot of an earlier moment, in the transaction that reads it: ids of the object types of p_only {types, objects}, those that are '
  'gone since, its place in the feed, and how many objects have not changed for long. 409 AS_OF_UNAVAILABLE with the number of records that are not kept';
