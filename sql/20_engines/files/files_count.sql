create or replace function app.files_count(p_tenant text, p_where text, p_cap bigint)
returns bigint
language plpgsql stable as $$
declare v_count bigint;
begin
  execute format('select count(*) from (select from app.files f where %s limit $2) c', p_where)
  into v_count using p_tenant, p_cap;
  return v_count;
end $$;
comment on function app.files_count is
  'How many files meet a condition (of app.files_where), p_cap (null: any number) at most';
