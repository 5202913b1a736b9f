create or replace function app.file_sight(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_is_manager boolean;
  v_policies jsonb;
begin
  if not app.policies_bind(v_principal) then return null; end if;
  v_is_manager := app.files_managed();
  v_policies := app.policies_of_caller(p_tenant);
  if v_is_manager and v_policies is null then return null; end if;
  return jsonb_build_object('user', (
      -- Of several, what is one's own is closed to another.
      select case when count(distinct coalesce(p->>'user_id', '')) = 1 then min(p->>'user_id') end
      from app.parties() p where app.policies_bind(p)),
    'is_manager', v_is_manager, 'policies', v_policies);
end $$;
comment on function app.file_sight is
  'Returns the filter for the files that the caller sees, for app.file_shows; null: all of them';
