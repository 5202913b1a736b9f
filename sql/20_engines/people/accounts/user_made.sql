create or replace function app.user_made(p_tenant text, p_user_id text)
returns json
language plpgsql stable as $$
declare
  v_made jsonb := '[]';
  v_more jsonb;
  v_table text;
begin
  for v_table in select c.table_name from app.user_columns() c where c.export = 'made' loop
    execute format(
      'select coalesce(json_agg(jsonb_build_object(
           ''kind'', $3, ''id'', r.id, ''created_at'', r.created_at) order by r.id)::jsonb, ''[]'')
       from (select t.id, t.created_at from app.%I t
         where t.tenant_id = $1 and t.created_by = $2 limit 10000) r', v_table)
    into v_more using p_tenant, p_user_id, v_table;
    v_made := v_made || v_more;
  end loop;
  return v_made;
end $$;
comment on function app.user_made is
  'Returns the records of the tenant that a user has made, such as types, forms and keys, for the '
  'export of their data: {kind, id, created_at}';
