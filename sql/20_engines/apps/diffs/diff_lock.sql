create or replace function app.diff_lock(p_tenant text, p_id text)
returns app.diffs
language plpgsql volatile as $$
declare v_diff app.diffs;
begin
  select * into v_diff from app.diffs d where d.tenant_id = p_tenant and d.id = p_id for no key update;
  if not found then perform app.not_found('diff', p_id); end if;
  return v_diff;
end $$;
comment on function app.diff_lock is 'A comparison by its id, locked; 404';
