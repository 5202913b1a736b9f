create or replace function app.erase_step(
  p_tenant text, p_ids text[], p_addresses text[], p_is_sealed boolean, p_state jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_limit constant integer := 1000;
  -- Some rows hold a megabyte of texts, which takes a second, and a transaction that has written holds up the feeds of all tenants.
  -- Both ways of reading them return fewer rows than they were asked for where these are large.
  v_most constant integer := 50;
  v_part integer := 10;
  v_until timestamptz := clock_timestamp() + interval '300 ms';
  -- An expression of 2,000 addresses would need gigabytes.
  v_at_once constant integer := 100;
  v_round integer := coalesce((p_state->>'round')::integer, 0);
  v_addresses text[] := p_addresses[v_round * v_at_once + 1 : (v_round + 1) * v_at_once];
  v_pattern text := app.erased_pattern(v_addresses, true);
  v_hint text := app.erased_pattern(p_ids || v_addresses, false);
  v_after jsonb := p_state->'after';
  v_table record;
  v_statement text;
  v_found integer := 0;
  v_rows integer;
  v_blanked integer := 0;
  v_more integer;
  v_last jsonb;
begin
  for v_table in
    select t.table_name as name, t.rule from app.registry_tables() t
    where t.rule->>'erase' = 'values' and t.table_name collate "C" >= coalesce(p_state->>'table', '')
    order by t.table_name collate "C"
  loop
    loop
      if v_table.name = 'journal' then
        select j.rows, j.blanked, j.last into v_rows, v_more, v_last
        from app.erase_journal(p_tenant, p_ids, v_addresses, p_is_sealed, v_after, v_part) j;
      else
        v_statement := app.erase_statement(v_table.name, v_table.rule, v_after, v_part);
        execute v_statement into v_rows, v_more, v_last using p_tenant, v_pattern, p_ids, v_hint;
      end if;
      v_found := v_found + v_rows;
      v_blanked := v_blanked + v_more;
      v_after := coalesce(v_last, v_after);
      exit when v_rows < v_part or v_found >= v_limit or clock_timestamp() > v_until;
      v_part := least(v_part * 2, v_most, v_limit - v_found);
    end loop;
    if v_found > 0 then
      return jsonb_build_object('table', v_table.name, 'after', v_after, 'blanked', v_blanked, 'round', v_round);
    end if;
    v_after := null;
  end loop;
  return case when cardinality(p_addresses) > (v_round + 1) * v_at_once
    then jsonb_build_object('blanked', 0, 'round', v_round + 1) end;
end $$;
comment on function app.erase_step is
  'Blanks the values of some users in up to 1,000 rows of a table that holds copies of them (erase in the registry): p_state of the next call, with how many it '
  'has blanked; null when all is done. Ends early where rows are large, and looks for 100 addresses at a time';
