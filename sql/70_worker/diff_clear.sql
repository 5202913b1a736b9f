create or replace function worker.diff_clear(p_tenant text, p_id text)
returns integer
language plpgsql volatile as $$
declare
  v_done text;
  v_gone integer[];
  v_count integer;
begin
  v_done := app.in_tenant(p_tenant);
  v_gone := array(select c.n from app.diff_changes c
    where c.tenant_id = p_tenant and c.diff_id = p_id limit 5000);
  delete from app.diff_changes c
  where c.tenant_id = p_tenant and c.diff_id = p_id and c.n = any (v_gone);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function worker.diff_clear is 'Removes up to 5,000 changes that an earlier round of a comparison has found; answers how many';
