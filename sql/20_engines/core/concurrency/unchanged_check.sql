create or replace function app.unchanged_check(
  p_updated_at timestamptz, args jsonb, p_version integer default null)
returns void
language plpgsql stable as $$
declare v_done text;
begin
  v_done := app.match_check(app.record_tag(p_updated_at), args, null, p_version);
  if p_version is not null then perform app.version_expect(p_version, args); end if;
end $$;
comment on function app.unchanged_check is
  'Optimistic locking of a record that is locked, by its updated_at: If-Match (412); where it has a '
  'version number, by that too: If-Match and the version in the body (409)';
