create or replace function app.files_read_check(p_tenant text)
returns void
language plpgsql stable as $$
declare
  v_principal jsonb;
  v_roles text[];
begin
  for v_principal in select app.parties() loop
    case v_principal->>'type'
    when 'public' then
      perform app.fail(401, 'UNAUTHORIZED', 'There is no public file here. Send a token that may '
        'read it, or ask someone who may share it for a signed URL.');
    when 'api_key' then
      if not app.scope_covers(
        array(select jsonb_array_elements_text(v_principal->'scopes')), 'read') then
        perform auth.reject('INSUFFICIENT_SCOPE', 'read', v_principal->'scopes');
      end if;
    when 'user' then
      if not app.permission_covers(
        array(select jsonb_array_elements_text(v_principal->'permissions')), 'files:read') then
        perform auth.reject('INSUFFICIENT_PERMISSION', 'files:read');
      end if;
      v_roles := array(select jsonb_array_elements_text(v_principal->'roles'));
      if v_principal->>'aal' = 'aal1' and not v_principal ? 'as_user' and exists (
        select 1 from app.tenants t where t.tenant_id = p_tenant and t.mfa_roles && v_roles) then
        perform auth.reject('INSUFFICIENT_AAL');
      end if;
    else null;  -- what works for the tenant itself
    end case;
  end loop;
end $$;
comment on function app.files_read_check is
  'Checks whether the token of a public operation may read files that are not public, as '
  'auth.authenticate does for other operations: 401 without one, 403';
