create or replace function app.vectors_fused(p_one jsonb, p_other jsonb, p_limit integer)
returns jsonb
language sql immutable as $$
  select coalesce(json_agg(f.result order by f.rank desc, f.score desc, f.id)::jsonb, '[]')
  from (
    select r.id, max(r.score) as score, (array_agg(r.result))[1] as result,
      -- Two firsts outweigh any other pair; 60 is the constant of the method's authors.
      sum(1.0 / (60 + r.place)) as rank
    from (
      select l.result->>'id' as id, (l.result->>'score')::numeric as score, l.result, l.place
      from (
        select * from jsonb_array_elements(p_one) with ordinality o(result, place)
        union all
        select * from jsonb_array_elements(p_other) with ordinality o(result, place)) l) r
    group by r.id
    order by 4 desc, 2 desc, 1 limit p_limit) f
$$;
comment on function app.vectors_fused is
  'Two lists of results, each with the best first, as one, by reciprocal rank fusion: what stands high in both comes first';
