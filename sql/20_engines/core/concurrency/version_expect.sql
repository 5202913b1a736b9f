create or replace function app.version_expect(p_version integer, args jsonb)
returns void
language plpgsql immutable as $$
begin
  if (args->>'version')::integer <> p_version then
    perform app.fail(409, 'VERSION_CONFLICT',
      format(
        'The change is based on version %s, but the record is at version %s. Read the record again '
        'and repeat the change.',
        args->>'version', p_version),
      jsonb_build_object('version', p_version));
  end if;
end $$;
comment on function app.version_expect is
  'Compares the version in a body with that of a locked record; 409 when they differ';
