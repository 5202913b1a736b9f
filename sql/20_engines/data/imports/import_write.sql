create or replace function app.import_write(
  p_type app.object_types, p_mode text, p_names text[], p_rows jsonb[], p_keys jsonb[],
  p_numbers integer[])
returns jsonb
language plpgsql volatile as $$
declare
  v_is_by_id boolean := p_names = '{id}';
  v_ids text[];
  v_matches text[];
  v_old app.objects[] := '{}';
  v_saved app.objects[] := '{}';
  v_created app.objects[] := '{}';
  v_new jsonb[];
begin
  if p_mode <> 'insert' then
    if v_is_by_id then
      v_ids := array(select k->>'id' from unnest(p_keys) with ordinality u(k, n) order by n);
      v_old := app.objects_lock(p_type, v_ids, false);
      v_matches := array(
        select o.id from unnest(v_ids) with ordinality i(id, n)
        left join unnest(v_old) o on o.id = i.id order by n);
    else
      v_matches := app.objects_match(p_type, p_names, p_keys);
      v_old := app.objects_lock(p_type, array_remove(v_matches, null), false);
      perform app.match_still(v_matches, p_keys, v_old);
    end if;
    if cardinality(v_old) > 0 then
      -- Changes first: they may set free a unique value that a new object takes.
      v_saved := app.objects_save(p_type, 'update', v_old, array(
        select app.properties_normalize(
          p_type, p_rows[o.n], o.properties, p_numbers[o.n]::text)
        from (select x.id, x.properties, array_position(v_matches, x.id::text) as n
              from unnest(v_old) x) o
        order by o.id));
    end if;
  end if;
  if p_mode <> 'update' then
    v_new := array(
      select app.properties_normalize(p_type, r.item, null, r.number::text)
      from unnest(p_rows, p_numbers) with ordinality r(item, number, n)
      where v_matches[n] is null order by n);
    if cardinality(v_new) > 0 and p_mode = 'upsert' then
      v_created := app.objects_create_matched(p_type, p_names, v_new);
    elsif cardinality(v_new) > 0 then
      v_created := app.objects_create(p_type, v_new);
    end if;
  end if;
  return jsonb_build_object(
    'created', array(select o.id from unnest(v_created) o),
    'updated', array(select o.id from unnest(v_saved) o),
    'skipped', case when p_mode = 'update'
      then cardinality(p_rows) - cardinality(v_saved) else 0 end,
    'failed', 0, 'errors', '[]'::jsonb);
end $$;
comment on function app.import_write is
  'Rows of an import as objects: created, or those that their keys find changed. '
  '{created: ids, updated: ids, skipped, failed, errors}; '
  'raises at the first row that does not fit';
