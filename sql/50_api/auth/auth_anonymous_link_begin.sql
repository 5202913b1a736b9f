create or replace function api.auth_anonymous_link_begin(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_existing app.users := app.user_by_address(tenant, args->>'email',
    app.phone_known(tenant, args->>'phone'));
  v_begun json;
begin
  perform app.anonymous_check(app.user_find(tenant, app.principal()->>'user_id'));
  if v_existing.id is null or args->>'on_conflict' = 'error' then
    return json_build_object('existing', null);
  end if;
  -- With a password the caller signs in to that account, and is held to the same number of tries.
  if args @> '{"has_password":true}' then
    v_begun := api.auth_signin_begin(tenant, args);
    if v_begun->'$refuse' is not null then return v_begun; end if;
    return json_build_object('existing', v_begun);
  end if;
  return json_build_object('existing', json_build_object('user_id', v_existing.id));
end $$;
comment on function api.auth_anonymous_link_begin is
  'The first half of a link: whose account it is that has the address, and what a password is '
  'compared with';
