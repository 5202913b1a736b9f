create or replace function app.erasure_count(p_tenant text, p_table text, p_rows integer)
returns void
language plpgsql volatile as $$
declare
  v_rows jsonb := (
    select e.rows from app.erasures e where e.about_tenant = p_tenant and e.complete_at is null);
  v_counted jsonb := jsonb_build_object(p_table, coalesce((v_rows->>p_table)::bigint, 0) + p_rows);
begin
  update app.erasures e set rows = v_rows || v_counted
  where e.about_tenant = p_tenant and e.complete_at is null;
end $$;
comment on function app.erasure_count is
  'Counts removed rows of a deleted tenant, in the transaction that removes them';
