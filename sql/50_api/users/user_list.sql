create or replace function api.user_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_role text := args->>'role';
  v_search text := args->>'search';
  v_end integer := (args->>'offset')::integer + (args->>'limit')::integer;
  v_most integer := app.count_most(args, v_search is null);
  v_named text[] := app.ids_containing(tenant, 'user', v_search, v_most + 1);
  v_few text[] := case when cardinality(v_named) <= 1000 then v_named || v_search end;
  -- The index has counted them.
  v_are_many boolean := v_role is null and cardinality(v_named) > v_most;
  v_ids text[] := app.users_find(tenant, v_role, v_search, v_few,
    case when v_are_many then v_end else greatest(v_most + 1, v_end) end);
  v_page text[] := v_ids[(args->>'offset')::integer + 1 : v_end];
begin
  return app.listed_as('users', (
      select json_agg(app.user_admin_json(row(u.*)::app.users) order by u.id desc) from app.users u
      where u.tenant_id = tenant and u.id = any (v_page)),
    case when v_are_many then v_most + 1 else cardinality(v_ids) end, v_most);
end $$;
comment on function api.user_list is 'List users, newest first';
