create or replace function app.confirm(
  p_tenant text, p_resource_type text, p_resource_id text, p_dependencies jsonb, p_token text,
  p_otherwise jsonb default null, p_bound jsonb default null)
returns json
language plpgsql volatile as $$
declare
  v_shown text := md5(coalesce(p_bound, p_dependencies)::text);
  v_token text;
  v_now timestamptz;
begin
  v_now := clock_timestamp();
  delete from app.confirm_tokens t
  where t.tenant_id = p_tenant and t.token_hash = sha256(convert_to(p_token, 'UTF8'))
    and t.principal = app.actor()
    and t.resource_type = p_resource_type and t.resource_id = p_resource_id
    and strpos(t.fingerprint, v_shown) > 0 and t.expires_at > v_now;
  if found then return null; end if;

  delete from app.confirm_tokens t
  where t.tenant_id = p_tenant
    and t.resource_type = p_resource_type and t.resource_id = p_resource_id
    and t.token_hash not in (
      select l.token_hash from app.confirm_tokens l
      where l.tenant_id = p_tenant
        and l.resource_type = p_resource_type and l.resource_id = p_resource_id
      order by l.expires_at desc limit 4);
  v_token := 'ct_' || auth.random_base62(43);
  insert into app.confirm_tokens
    (tenant_id, token_hash, principal, resource_type, resource_id, fingerprint, expires_at)
  values (p_tenant, sha256(convert_to(v_token, 'UTF8')), app.actor(),
    p_resource_type, p_resource_id, v_shown || coalesce(md5(p_otherwise::text), ''),
    clock_timestamp() + interval '5 minutes');
  return app.refuse(409, 'DEPENDENCY_EXISTS', format(
      'Deleting this %s also affects %s. To continue, repeat the request with confirm_token (and '
      'force=true to delete it permanently) within 5 minutes.',
      replace(p_resource_type, '_', ' '),
      (select string_agg(d->>'label', ', ') from jsonb_array_elements(p_dependencies) d)),
    jsonb_build_object('dependencies', p_dependencies, 'confirm_token', v_token));
end $$;
comment on function app.confirm is
  'Performs the second step of a two-step delete: redeems a token and returns null, or returns '
  'the 409 DEPENDENCY_EXISTS to answer with, holding a fresh token. Tokens are bound to tenant, '
  'caller, resource and the dependencies shown, work once and live 5 minutes; 5 per resource. '
  'p_otherwise are the dependencies of the same delete with force where this one has none, or the '
  'other way around: one token serves both. p_bound is what the token is bound to instead: for '
  'the log of a webhook and the clicks of a short URL, which grow all the time and are nothing that anyone gave';
