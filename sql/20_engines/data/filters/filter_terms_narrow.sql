create or replace function app.filter_terms_narrow(p_terms jsonb[], p_term jsonb)
returns jsonb[]
language plpgsql immutable as $$
declare
  v_at integer := (
    select t.n from unnest(p_terms) with ordinality t(term, n)
    where p_term ? 'low' and t.term ? 'low' and t.term->>'property' = p_term->>'property'
      or p_term ? 'id_low' and t.term ? 'id_low'
    limit 1);
  v_old jsonb := p_terms[v_at];
begin
  if v_at is null then return p_terms || p_term; end if;
  p_terms[v_at] := case when p_term ? 'id_low' then jsonb_build_object(
      'id_low', greatest(v_old->>'id_low' collate "C", p_term->>'id_low'),
      'id_high', least(v_old->>'id_high' collate "C", p_term->>'id_high'))
    else v_old || jsonb_build_object(
      'low', case when app.index_is_after(v_old->'low', p_term->'low')
        then v_old->'low' else p_term->'low' end,
      'high', case when app.index_is_after(v_old->'high', p_term->'high')
        then p_term->'high' else v_old->'high' end,
      'except', (v_old->'except') || (p_term->'except'),
      -- Null where one of them has to be tested on each object, or where more than two values
      -- are left out.
      'exact', case when jsonb_array_length((v_old->'except') || (p_term->'except')) <= 2
        then (v_old->>'exact') || ' && ' || (p_term->>'exact') end) end;
  return p_terms;
end $$;
comment on function app.filter_terms_narrow is
  'Adds a range to what an index can do for a filter: conditions on one property that must all '
  'hold are one range, which begins at the highest low and ends at the lowest high of them';
