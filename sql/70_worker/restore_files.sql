create or replace function worker.restore_files(p_tenant text, p_id text, p_creates boolean, p_after text, p_limit integer)
returns text[]
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  return array(
    select c.source_id from app.diff_changes c
    where c.tenant_id = p_tenant and c.diff_id = p_id and c.kind = 'files' and c.source_id > p_after
      and (c.action = 'create' or not p_creates)
    order by c.source_id limit p_limit);
end $$;
comment on function worker.restore_files is
  'The ids of files that a comparison makes, or also changes where not p_creates: the next p_limit after p_after';
