create or replace function app.ledger_problems(p_tenant text, out problems jsonb[], out entries bigint, out lines bigint)
returns record
language plpgsql stable as $$
declare
  v_part jsonb;
  v_problem jsonb;
  v_counts jsonb := '{}';
  v_count integer;
begin
  problems := '{}';
  entries := 0;
  lines := 0;
  loop
    v_part := app.ledger_look(p_tenant, v_part->'place', 1000);
    entries := entries + coalesce((v_part->>'entries')::bigint, 0);
    lines := lines + coalesce((v_part->>'lines')::bigint, 0);
    for v_problem in select p from jsonb_array_elements(v_part->'problems') p loop
      v_count := 1 + coalesce((v_counts->>(v_problem->>'kind'))::integer, 0);
      v_counts := v_counts || jsonb_build_object(v_problem->>'kind', v_count);
      if v_count <= 100 then problems := array_append(problems, v_problem); end if;
    end loop;
    exit when v_part->'place' = 'null';
  end loop;
end $$;
comment on function app.ledger_problems is
  'The faults of the books, up to 100 of a kind: entries that are unbalanced, gaps in the numbers, totals that differ from their '
  'lines; with how many entries and lines it looked at';
