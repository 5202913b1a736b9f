create or replace function app.version_check(p_version integer, args jsonb)
returns void
language plpgsql immutable as $$
declare v_done text;
begin
  v_done := app.match_check(p_version::text, args, jsonb_build_object('version', p_version));
  perform app.version_expect(p_version, args);
end $$;
comment on function app.version_check is
  'Optimistic locking of a record that is locked, by its version number: If-Match (412) and the '
  'version in the body (409)';
