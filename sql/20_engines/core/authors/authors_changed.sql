create or replace function app.authors_changed(
  p_settings app.tenant_settings, p_auth jsonb, p_asked jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_old jsonb := app.author_parts(p_settings.auth);
  v_new jsonb := app.author_parts(p_auth);
  v_asked jsonb := app.author_parts(p_asked);
  v_authors jsonb := app.actors();
  v_vouches boolean := '*' = any (app.caller_permissions());
begin
  return (
    select coalesce(json_object_agg(x.path, x.author)::jsonb, '{}')
    from (
      select k as path, case
        when v_old->k is distinct from v_new->k or v_vouches and v_asked ? k then v_authors
        else p_settings.authors->k end as author
      from jsonb_object_keys(v_old || v_new || p_settings.authors) k
      -- A setting that fell back to its default was also written; a provider that is gone has no
      -- parts.
      where v_new ? k or k like 'oauth.%'
        and p_auth->'oauth' ? split_part(k, '.', 2)) x
    where x.author is not null);
end $$;
comment on function app.authors_changed is
  'tenant_settings.authors after a change of auth to p_auth that was asked for with p_asked: who '
  'changes a setting is its author, and so is who holds everything and sends it again as it is';
