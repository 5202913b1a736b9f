create or replace function app.integration_settled(
  p_integration app.integrations, p_type app.object_types, p_page jsonb)
returns table (n bigint, object_id text, item jsonb, version integer, seen jsonb)
language plpgsql volatile as $$
declare
  v_rows jsonb[] := array(
    select app.integration_plain_row(p_type, r) from jsonb_array_elements(p_page->'rows') with ordinality i(r, o) order by o);
  v_names text[];
  v_keys jsonb[];
  v_ids text[];
  v_row record;
  v_settled record;
begin
  if p_integration.match_on is null or v_rows = '{}' then return; end if;
  begin
    v_names := app.match_names(p_type, p_integration.match_on);
    v_keys := app.import_keys(p_type, v_names, v_rows);
    v_ids := app.objects_match(p_type, v_names,
      array(select coalesce(k, '{}') from unnest(v_keys) with ordinality u(k, o) order by o));
  exception when others then
    -- The import reports what is wrong with each row.
    if sqlstate !~ '^PT4' then raise; end if;
    return;
  end;
  v_ids := app.integration_found(p_integration, p_type, v_names, v_keys, v_ids);
  for v_row in
    select i.o, x.id::text as id, x.version as now, x.is_deleted, x.properties as ours, l.version, l.seen,
      case when abs(l.version) = x.version then x.properties else b.properties end as base,
      p_integration.conflict = 'source_wins' or p_integration.conflict = 'newest'
        and (p_page->'times'->>(i.o - 1)::integer)::timestamptz > x.updated_at as is_theirs
    from unnest(v_ids) with ordinality i(id, o)
    join app.objects x on x.tenant_id = p_type.tenant_id and x.object_type_id = p_type.id and x.id = i.id
    left join app.integration_links l on l.tenant_id = p_type.tenant_id and l.integration_id = p_integration.id
      and l.object_id = x.id
    left join app.object_versions b on b.tenant_id = p_type.tenant_id and b.object_type_id = p_type.id
      and b.object_id = x.id and b.version = abs(l.version)
    where v_keys[i.o] is not null
    order by i.o
  loop
    v_settled := app.integration_settle(v_rows[v_row.o], case when v_row.is_deleted then coalesce(v_row.base, '{}') else v_row.ours end,
      v_row.base, v_row.seen, v_row.is_theirs is true);
    n := v_row.o;
    object_id := v_row.id;
    item := case when v_settled.item <> '{}' then v_settled.item || app.jsonb_pick(v_row.ours, v_names) end;
    if v_row.is_deleted then
      -- Deleted here: with a change there that wins, it is made again, and the row is left to the import.
      if item is not null and v_row.is_theirs is true then
        update app.integration_links l set version = -v_row.now
        where l.tenant_id = p_type.tenant_id and l.integration_id = p_integration.id and l.object_id = v_row.id;
        continue;
      end if;
      item := null;
      version := v_row.version;
      seen := v_row.seen;
    else
      version := case when v_settled.is_pending then coalesce(v_row.version, 0) end;
      seen := v_settled.said;
    end if;
    return next;
  end loop;
end $$;
comment on function app.integration_settled is
  'Decides the fate of the rows of a page that have objects: the item that is to be written, null '
  'for nothing, and the new note of its link: the version that both sides have, null for the one '
  'that the object has then, and the state of the source (app.integration_link)';
