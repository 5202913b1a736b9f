create or replace function api.portal_me(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare v_caller jsonb := app.portal_caller();
begin
  return json_build_object('object_type_id', v_caller->'object_type_id',
    'object_id', v_caller->'contact_id', 'email', v_caller->'email', 'role', 'portal',
    'capabilities', v_caller->'capabilities', 'expires_at', v_caller->'expires_at');
end $$;
comment on function api.portal_me is 'Get the signed-in contact';
