create or replace function app.short_url_name(p_tenant text, p_domain text, p_slug text)
returns text
language plpgsql volatile as $$
declare v_slug text;
begin
  if p_slug is not null then
    if not app.address_take(p_tenant, p_domain || '/s/' || p_slug) or exists (
      select 1 from app.short_urls s
      where s.tenant_id = p_tenant and s.domain = p_domain and s.slug = p_slug) then
      perform app.taken('slug', p_slug, 'short URL');
    end if;
    return p_slug;
  end if;
  -- 62^7 of them: a second try is rare, a tenth will not be.
  for i in 1..10 loop
    v_slug := auth.random_base62(7);
    if app.address_take(p_tenant, p_domain || '/s/' || v_slug) and not exists (
      select 1 from app.short_urls s
      where s.tenant_id = p_tenant and s.domain = p_domain and s.slug = v_slug) then
      return v_slug;
    end if;
  end loop;
  perform app.fail(409, 'CONFLICT', 'No free slug was found. Repeat the request.');
end $$;
comment on function app.short_url_name is
  'Takes the address of a slug for a tenant, of a random one when there is none, and answers the '
  'slug; 409 when any tenant has it';
