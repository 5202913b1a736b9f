create or replace function app.budget_add(p_tenant text, p_path text[], p_count integer)
returns void
language plpgsql volatile as $$
declare
  v_pending jsonb := app.budget_pending(p_tenant);
  v_part jsonb := coalesce(v_pending->p_path[1], '{}');
begin
  if cardinality(p_path) = 2 then
    v_part := v_part || jsonb_build_object(
      p_path[2], coalesce((v_part->>p_path[2])::integer, 0) + p_count);
  else
    v_part := v_part || jsonb_build_object(p_path[2], coalesce(v_part->p_path[2], '{}')
      || jsonb_build_object(p_path[3], coalesce((v_part->p_path[2]->>p_path[3])::integer, 0)
        + p_count));
  end if;
  -- What a savepoint undoes, it takes out of the count as well.
  perform set_config('app.budget',
    jsonb_build_object(p_tenant, v_pending || jsonb_build_object(p_path[1], v_part))::text, true);
end $$;
comment on function app.budget_add is
  'Notes that this transaction has made something: p_path is {roots, <root>, writes} and the like, '
  'or {recipients, <address>}';
