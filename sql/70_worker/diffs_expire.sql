create or replace function worker.diffs_expire(p_limit integer)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_before text := 'dif_' || right(app.event_id_from(clock_timestamp() - interval '7 days'), 32);
  v_tenant text;
  v_diff app.diffs;
  v_id text;
  v_gone integer[];
begin
  for v_tenant in select worker.tenants_of('app.diffs') loop
    v_id := null;
    for v_diff in select * from app.diffs d where d.tenant_id = v_tenant order by d.id loop
      if v_diff.id < v_before or app.diff_is_outlived(v_diff) then
        v_id := v_diff.id;
        exit;
      end if;
    end loop;
    continue when v_id is null;
    v_gone := array(
      select c.n from app.diff_changes c where c.tenant_id = v_tenant and c.diff_id = v_id limit p_limit);
    delete from app.diff_changes c
    where c.tenant_id = v_tenant and c.diff_id = v_id and c.n = any (v_gone);
    if cardinality(v_gone) < p_limit then
      delete from app.diffs d where d.tenant_id = v_tenant and d.id = v_id;
    end if;
    return false;
  end loop;
  return true;
end $$;
comment on function worker.diffs_expire is
  'Removes up to p_limit changes of a comparison that is older than 7 days, or shows another tenant with a user who was erased there since, with the last of '
  'them the comparison itself; true when there is no such comparison. Not in worker.expire, which removes all rows of a tenant in one statement';
