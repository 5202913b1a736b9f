create or replace function app.import_chunk(
  p_type app.object_types, p_mode text, p_names text[], p_rows jsonb[], p_keys jsonb[],
  p_numbers integer[], p_is_whole boolean default false, p_is_checked boolean default false)
returns jsonb
language plpgsql volatile as $$
declare
  v_count integer := cardinality(p_rows);
  v_half integer := v_count / 2;
  v_message text;
  v_detail text;
  v_bad bigint[];
  v_sum jsonb;
  v_noted text;
  v_done text;
begin
  begin
    v_noted := app.invariants_begin();
    v_sum := app.import_write(p_type, p_mode, p_names, p_rows, p_keys, p_numbers);
    -- An import that leaves out bad rows finds by this those that break a rule.
    if not p_is_whole then v_done := app.invariants_settle(p_type.tenant_id); end if;
    v_done := app.invariants_resume(v_noted);
    return v_sum;
  exception when others then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
    if sqlstate !~ '^PT4' or sqlstate = 'PT429' or v_detail like '%"FILTER_TOO_EXPENSIVE"%' then
      raise;
    end if;
  end;
  if v_count = 1 then
    return app.import_failed(1, app.import_errors(p_numbers[1], v_message, v_detail));
  end if;

  if not p_is_checked and p_mode = 'insert' and v_detail::jsonb->>'code' = 'UNIQUE_VIOLATION' then
    select array_agg(distinct t.n),
      app.import_failed(count(distinct t.n)::integer, coalesce(json_agg(t.error)::jsonb, '[]'))
    into v_bad, v_sum from app.import_taken(p_type, p_rows, p_numbers) t;
    if cardinality(v_bad) = v_count then return v_sum; end if;
    if v_bad is not null then
      select array_agg(u.item order by u.n), array_agg(u.number order by u.n)
      into p_rows, p_numbers
      from unnest(p_rows, p_numbers) with ordinality u(item, number, n)
      where not u.n = any (v_bad);
      return app.import_sum(v_sum,
        app.import_chunk(p_type, p_mode, p_names, p_rows, p_keys, p_numbers, p_is_whole, true));
    end if;
  end if;
  return app.import_sum(
    app.import_chunk(p_type, p_mode, p_names, p_rows[:v_half], p_keys[:v_half],
      p_numbers[:v_half], p_is_whole, true),
    app.import_chunk(p_type, p_mode, p_names, p_rows[v_half + 1:], p_keys[v_half + 1:],
      p_numbers[v_half + 1:], p_is_whole, true));
end $$;
comment on function app.import_chunk is
  'Runs app.import_write for the valid rows, with the errors of the others: a failing part is '
  'halved until the bad rows are isolated, so that good rows still go in together';
