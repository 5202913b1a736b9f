create or replace function app.integration_settled(
  p_integration app.integrations, p_type app.object_types, p_page jsonb)
returns table (n bigint, object_id text, is_same boolean)
language plpgsql volatile as $$
declare
  v_rows jsonb[] := array(
    select r from jsonb_array_elements(p_page->'rows') with ordinality i(r, o) order by o);
  v_keys jsonb[];
  v_ids text[];
begin
  if p_integration.match_on is null or v_rows = '{}' then return; end if;
  begin
    v_keys := app.import_keys(p_type, app.match_names(p_type, p_integration.match_on), v_rows);
    v_ids := app.objects_match(p_type, app.match_names(p_type, p_integration.match_on),
      array(select coalesce(k, '{}') from unnest(v_keys) with ordinality u(k, o) order by o));
  exception when others then
    -- The import says of each row what is wrong with it.
    if sqlstate !~ '^PT4' then raise; end if;
    return;
  end;
  return query
    select f.o, f.id, f.is_same
    from (
      select i.o, x.id::text as id,
        x.properties || jsonb_strip_nulls(v_rows[i.o]) = x.properties and not exists (
          select 1 from jsonb_each(v_rows[i.o]) v where v.value = 'null' and x.properties ? v.key) as is_same,
        l.version is distinct from x.version as is_ours,
        coalesce((p_page->'times'->>(i.o - 1)::integer)::timestamptz <= x.updated_at, true) as is_older
      from unnest(v_ids) with ordinality i(id, o)
      join app.objects x on x.tenant_id = p_type.tenant_id and x.object_type_id = p_type.id and x.id = i.id
      left join app.integration_links l on l.tenant_id = p_type.tenant_id and l.integration_id = p_integration.id
        and l.object_id = x.id
      where v_keys[i.o] is not null) f
    where f.is_same or f.is_ours and (p_integration.conflict = 'ours_wins'
      or p_integration.conflict = 'newest' and f.is_older);
end $$;
comment on function app.integration_settled is
  'Returns the rows of a page that are not to be written: those that change nothing (is_same), and those of objects that were changed '
  'here and win over the source by the conflict rule';
