create or replace function app.tenant_slug(p_tenant text, p_slug text, p_name text)
returns text
language plpgsql volatile as $$
declare v_slug text := coalesce(p_slug,
  trim(both '-' from left(regexp_replace(lower(p_name), '[^a-z0-9]+', '-', 'g'), 50)));
begin
  if v_slug <> '' and app.slug_directory(p_tenant, v_slug) then return v_slug; end if;
  if p_slug is not null then perform app.taken('slug', v_slug, 'tenant'); end if;
  v_slug := concat_ws('-', nullif(v_slug, ''), right(p_tenant, 8));
  if not app.slug_directory(p_tenant, v_slug) then
    perform app.taken('slug', v_slug, 'tenant');
  end if;
  return v_slug;
end $$;
comment on function app.tenant_slug is
  'Takes a slug for a tenant: the one asked for (409 when taken), or one made from the name, with the '
  'end of its id where that is taken';
