create or replace function app.author_own(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_author jsonb := jsonb_build_object('type', v_principal->'type', 'id', v_principal->'id');
  v_held text[] := app.caller_permissions();
begin
  -- A call that may do less than its caller, such as a run of a function, vouches for no more.
  if app.permission_beyond(v_held, (app.author_permissions(p_tenant, v_author)).permissions)
    is not null then
    return v_author || jsonb_build_object('held', v_held);
  end if;
  return v_author;
end $$;
comment on function app.author_own is
  'The caller as the author of a setting: {type, id, held?}. held are the permissions of the call, '
  'where they are fewer than those of its caller';
