create or replace function api.notification_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_limit constant integer := 10000;
  v_role text := args->>'role';
  v_user_ids text[];
  v_known text[];
  v_strange text;
  v_channels text[] := case when args ? 'channels'
    then array(select jsonb_array_elements_text(args->'channels')) else '{in_app}' end;
begin
  if v_role is null then
    v_user_ids := array(select jsonb_array_elements_text(args->'user_ids'));
    v_known := array(
      select u.id from app.users u where u.tenant_id = tenant and u.id = any (v_user_ids));
    select i into v_strange from unnest(v_user_ids) i where i <> all (v_known) limit 1;
    if found then perform app.not_found('user', v_strange); end if;
  else
    if app.system_permissions(v_role) = '{}' and not exists (
      select 1 from app.roles r where r.tenant_id = tenant and r.name = v_role) then
      perform app.not_found('role', v_role);
    end if;
    v_user_ids := app.users_of_role(tenant, v_role, v_limit + 1);
    if cardinality(v_user_ids) > v_limit then
      perform app.fail(400, 'BATCH_TOO_LARGE', format('More than %s users have the role %s. '
        'Name them in user_ids, up to 1000 at a time.', v_limit, v_role), null, 'role');
    end if;
  end if;
  return app.notify(tenant, v_user_ids, args->>'type', args->>'title', args->>'body',
    nullif(args->'metadata', 'null'), v_channels);
end $$;
comment on function api.notification_create is 'Notify users, or everyone who has a role';
