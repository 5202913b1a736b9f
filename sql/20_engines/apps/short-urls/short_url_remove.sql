create or replace function app.short_url_remove(p_link app.short_urls)
returns void
language plpgsql volatile as $$
begin
  delete from app.short_url_clicks c where c.tenant_id = p_link.tenant_id and c.short_url_id = p_link.id;
  delete from app.short_url_visitors v where v.tenant_id = p_link.tenant_id and v.short_url_id = p_link.id;
  delete from app.short_urls s where s.tenant_id = p_link.tenant_id and s.id = p_link.id;
end $$;
comment on function app.short_url_remove is 'Deletes a short URL and its statistics';
