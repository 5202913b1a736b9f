create or replace function app.short_url_tag(p_link app.short_urls)
returns void
language plpgsql volatile as $$
begin
  delete from app.short_url_tags t
  where t.tenant_id = p_link.tenant_id and t.short_url_id = p_link.id
    and t.tag <> all (p_link.tags);
  insert into app.short_url_tags (tenant_id, tag, short_url_id)
  select p_link.tenant_id, t.tag, p_link.id from unnest(p_link.tags) t(tag) order by t.tag
  on conflict do nothing;
end $$;
comment on function app.short_url_tag is 'Has a short URL found by its tags, and by no others';
