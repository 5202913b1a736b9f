create or replace function app.version_check(p_version integer, args jsonb)
returns void
language plpgsql immutable as $$
begin
  if (args->>'if_match')::integer <> p_version then
    perform app.fail(412, 'PRECONDITION_FAILED',
      format('If-Match says version %s, the record is at %s. Read it again and repeat the change.',
        args->>'if_match', p_version),
      jsonb_build_object('version', p_version));
  elsif (args->>'version')::integer <> p_version then
    perform app.fail(409, 'VERSION_CONFLICT',
      format(
        'The change is for version %s, the record is at %s. Read it again and repeat the change.',
        args->>'version', p_version),
      jsonb_build_object('version', p_version));
  end if;
end $$;
comment on function app.version_check is
  'Optimistic locking: header If-Match (412) and body version (409) must name the current version';
