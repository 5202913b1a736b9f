create or replace function app.diff_dependencies(p_diff app.diffs, p_chosen integer[])
returns jsonb
language sql stable as $$
  select app.dependencies(coalesce(array_agg(row(d.kind, d.count)::app.dependency order by d.kind), '{}'))
  from (
    select c.kind, count(*) as count from app.diff_changes c
    where c.tenant_id = p_diff.tenant_id and c.diff_id = p_diff.id and c.action = 'delete'
      and (p_chosen is null or c.n = any (p_chosen)) and c.outcome->>'did' is null
    group by c.kind) d
$$;
comment on function app.diff_dependencies is
  'The records that changes of a comparison (null: all) delete and have not deleted yet, counted by kind: what an application has to confirm';
