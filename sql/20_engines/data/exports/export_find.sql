create or replace function app.export_find(p_tenant text, p_reference text)
returns app.exports
language plpgsql stable as $$
declare
  v_export app.exports;
  v_user text := app.user_alone();
begin
  select * into v_export from app.exports e
  where e.tenant_id = p_tenant and e.id = p_reference
    and (v_user is null or e.created_by = v_user);
  if not found or app.policies_keep_out(app.policies_of_caller(p_tenant),
    v_export.object_type_id, v_export.principal->>'id') then
    perform app.not_found('export', p_reference);
  end if;
  if v_export.status = 'completed' and v_export.expires_at <= clock_timestamp() then
    v_export.status := 'expired';
  end if;
  return v_export;
end $$;
comment on function app.export_find is
  'An export by id, expired by the clock; a user finds only their own, for it holds what they may '
  'see, and so does a key that policies limit; 404';
