create or replace function app.identity_check(
  p_user app.users, p_source jsonb, p_consent text default null)
returns void
language plpgsql stable as $$
begin
  if p_consent = p_source->>'fingerprint' then return; end if;
  perform app.author_check(p_user, p_source->'authors', p_source->>'place');
end $$;
comment on function app.identity_check is
  'Whether a provider (app.oauth_source, app.saml_source) may sign a user in: 403 for one who may '
  'do more than an author of its settings, unless the user has agreed to these very settings';
