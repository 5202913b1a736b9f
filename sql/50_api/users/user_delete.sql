create or replace function api.user_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_user app.users := app.user_manage(tenant, args->>'user_id');
  v_dependencies jsonb := app.user_dependencies(tenant, v_user.id);
  v_is_erased boolean := args @> '{"erase":true}';
  v_refusal json;
  v_done text;
begin
  if v_is_erased and not args @> '{"force":true}' then
    perform app.invalid('erase', 'invalid', 'needs force=true');
  elsif v_is_erased and app.user_acts(tenant, v_user.id) then
    perform app.invalid('erase', 'invalid',
      'is for another user than you, also with an API key that you have made: the audit log would lose what you did');
  end if;
  v_done := app.unchanged_check(v_user.updated_at, args);
  perform app.owner_keep(v_user);
  if v_is_erased then  -- Cannot be undone, so it is always asked for twice; and the token of a delete does not erase.
    v_dependencies := v_dependencies || jsonb_build_object('type', 'audit_log', 'count', 1,
      'label', 'the values of the user in the audit log, in versions and in logs');
  end if;
  if v_dependencies <> '[]' then
    v_refusal := app.confirm(tenant, 'user', v_user.id, v_dependencies, args->>'confirm_token');
    if v_refusal is not null then return v_refusal; end if;
  end if;
  perform app.user_remove(v_user, args @> '{"force":true}');
  if v_is_erased then perform app.user_erasure_begin(tenant, v_user.id); end if;
  return json_build_object('user_id', v_user.id, 'deleted', true);
end $$;
comment on function api.user_delete is 'Delete a user';
