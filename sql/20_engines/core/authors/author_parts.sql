create or replace function app.author_parts(p_auth jsonb)
returns jsonb
language sql immutable as $$
  select coalesce(json_object_agg(x.path, x.value)::jsonb, '{}')
  from (
    select format('oauth.%s.%s', o.key, f.key) as path, f.value
    from jsonb_each(app.jsonb_map(p_auth->'oauth')) o cross join lateral jsonb_each(
      app.jsonb_map(o.value) - '{name,scopes}'::text[]) f
    union all
    select 'redirect_allow_list.' || r.target, 'true'
    from jsonb_array_elements_text(case jsonb_typeof(p_auth->'redirect_allow_list')
      when 'array' then p_auth->'redirect_allow_list' end) r(target)
    union all
    select 'templates.' || t.key, t.value from jsonb_each(app.jsonb_map(p_auth->'templates')) t
    union all
    select 'passkeys.' || p.key, p.value from jsonb_each(app.jsonb_map(p_auth->'passkeys')) p
    where p.key in ('rp_id', 'origins')
    union all
    select 'site_url', p_auth->'site_url' where p_auth ? 'site_url') x
$$;
comment on function app.author_parts is
  'The settings of an auth-config that can lead a sign-in elsewhere, by path: identity providers '
  '(but for their names and scopes), redirects, texts of messages, where passkeys are for';
