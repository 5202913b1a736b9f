create or replace function app.file_readable(p_tenant text, args jsonb)
returns app.files
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_signed jsonb := args->'signed';
  v_file app.files;
begin
  select * into v_file from app.files f
  where f.tenant_id = p_tenant and f.id = args->>'file_id' and not f.is_deleted;
  if not found then perform app.not_found('file', args->>'file_id'); end if;

  if v_signed is not null then
    if v_file.generation <> (v_signed->>'generation')::bigint then
      perform app.fail(403, 'INVALID_SIGNATURE',
        'This signed URL has been revoked. Ask for a new one.');
    elsif (v_signed->>'expires')::bigint <= extract(epoch from clock_timestamp()) then
      perform app.fail(410, 'GONE', 'This signed URL has expired. Ask for a new one.');
    end if;
  elsif v_file.access <> 'public' then
    if v_principal->>'type' = 'public' then
      perform app.fail(401, 'UNAUTHORIZED', 'This file is not public. '
        'Send a token, or ask whoever may read it for a signed URL.');
    elsif not (case v_principal->>'type'
      when 'user' then app.permission_covers(
        array(select jsonb_array_elements_text(v_principal->'permissions')), 'files:read')
      when 'api_key' then app.scope_covers(
        array(select jsonb_array_elements_text(v_principal->'scopes')), 'read')
      else true end) then
      perform app.fail(403, 'FORBIDDEN', 'This token may not read files: a key needs the scope '
        'read, a user a role that permits files:read.');
    elsif exists (
      select from app.tenants t
      where t.tenant_id = p_tenant and v_principal->>'aal' = 'aal1' and t.mfa_roles
        && array(select jsonb_array_elements_text(v_principal->'roles'))) then
      perform app.fail(403, 'INSUFFICIENT_AAL',
        'This tenant asks users of your role for a second factor. Verify one first.');
    elsif not app.file_shows(app.file_sight(p_tenant), v_file) then
      perform app.not_found('file', args->>'file_id');
    end if;
  end if;

  if v_file.status <> 'ready' then
    perform app.fail(409, 'INVALID_STATE', format('This file is %s: it has no bytes to read. '
      'Upload them, then call upload-complete.', v_file.status));
  end if;
  return v_file;
end $$;
comment on function app.file_readable is
  'The file args.file_id, whose bytes the caller may read: a public one, with a signed URL whose '
  'signature the API process has checked (args.signed {generation, expires}), or as its token says. '
  '401, 403, 404, 409 when there are no bytes, 410';
