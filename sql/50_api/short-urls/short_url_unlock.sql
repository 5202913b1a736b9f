create or replace function api.short_url_unlock(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_link app.short_urls;
  v_wait integer;
begin
  select * into v_link from app.short_urls s
  where s.tenant_id = tenant and s.domain = args->>'domain' and s.slug = args->>'slug';
  if not found then
    perform app.fail(404, 'NOT_FOUND', 'There is nothing at this address.');
  end if;
  -- Counted before the password is looked at: of many tries at once, none is free.
  v_wait := app.counter_take(tenant,
    'short_url:' || v_link.id || ':' || (app.principal()->>'ip'), 10, '15 minutes');
  if v_wait is not null then
    return app.too_many('RATE_LIMITED', 'Too many passwords were tried from this address.', v_wait);
  end if;
  return json_build_object('password_hash', v_link.password_hash);
end $$;
comment on function api.short_url_unlock is
  'Counts an attempt and returns the password hash of a short URL for comparison';
