create or replace function app.short_url_end(p_link app.short_urls)
returns json
language plpgsql stable as $$
begin
  if p_link.expired_url is null then
    perform app.fail(410, 'GONE', 'This link has expired. Ask for a new one where you got it.');
  end if;
  return json_build_object('location', p_link.expired_url);
end $$;
comment on function app.short_url_end is
  'Where a short URL leads that is not active any more: to its expired_url, or 410';
