create or replace function app.platform_held_check(
  p_scopes text[], p_ips cidr[], p_expires timestamptz)
returns void
language plpgsql stable as $$
declare
  v_caller text := app.platform_caller();
  v_own app.platform_keys;
  v_end timestamptz;
  v_beyond text;
begin
  if v_caller = 'env' then return; end if;
  select * into v_own from app.platform_keys k where k.id = v_caller;
  v_end := least(v_own.expires_at, v_own.revoked_at);
  if v_own.scopes <> '{*}' then
    v_beyond := (select s from unnest(p_scopes) s where s <> all (v_own.scopes) limit 1);
  end if;
  if v_own.id is null or v_beyond is not null then
    perform app.fail(403, 'INSUFFICIENT_SCOPE',
      format('Your own key does not hold the scope %s, so you cannot create or change a key that does.', v_beyond),
      jsonb_build_object('required', v_beyond, 'held', v_own.scopes), 'scopes');
  end if;
  if v_own.ip_allowlist <> '{}' and (p_ips = '{}' or exists (
    select 1 from unnest(p_ips) i where not i <<= any (v_own.ip_allowlist))) then
    perform app.fail(403, 'FORBIDDEN',
      'Your own key may only be used from certain addresses, so you cannot create or change a key for others. '
      'Name addresses of your own ip_allowlist.', jsonb_build_object('held', v_own.ip_allowlist), 'ip_allowlist');
  end if;
  if coalesce(p_expires, 'infinity') > v_end then
    perform app.fail(403, 'FORBIDDEN',
      'Your own key expires, so you cannot create or change a key that works for longer. Name an earlier expires_at.',
      jsonb_build_object('latest', v_end), 'expires_at');
  end if;
end $$;
comment on function app.platform_held_check is
  'Refuses with 403 scopes, addresses and a time that go beyond those of the platform key that calls';
