create or replace function app.user_rows(p_tenant text, p_user_id text, p_export text)
returns json
language plpgsql stable as $$
declare
  v_rows json;
  v_column record;
begin
  select * into strict v_column from app.user_columns() c
  where c.export = p_export and c.shown is not null;
  execute format(
    'select coalesce(json_agg(%s), ''[]'') from (
       select * from app.%I t where t.tenant_id = $1 and t.%I = $2 limit 10000) r',
    v_column.shown, v_column.table_name, v_column.column_name)
  into v_rows using p_tenant, p_user_id;
  return v_rows;
end $$;
comment on function app.user_rows is
  'The rows of a user under one name of the export of their data, as app.user_columns shows them';
