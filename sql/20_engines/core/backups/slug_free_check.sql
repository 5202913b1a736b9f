create or replace function app.slug_free_check(p_slug text)
returns void
language plpgsql stable as $$
begin
  if exists (
    select 1 from app.tenant_slugs s where s.slug = p_slug) then
    perform app.fail(409, 'ALREADY_EXISTS',
      format('The slug %s is taken. Choose another one, or leave it out.', p_slug),
      jsonb_build_object('field', 'slug'), 'slug');
  end if;
end $$;
comment on function app.slug_free_check is
  'Refuses a slug that is taken now, before work begins whose end would be refused. Null is right';
