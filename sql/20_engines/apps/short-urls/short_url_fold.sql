create or replace function app.short_url_fold(p_link app.short_urls)
returns bigint
language plpgsql volatile as $$
declare v_folded bigint;
begin
  update app.short_url_clicks c set is_counted = true
  where c.tenant_id = p_link.tenant_id and c.short_url_id = p_link.id and not c.is_counted;
  get diagnostics v_folded = row_count;
  return p_link.clicks + v_folded;
end $$;
comment on function app.short_url_fold is
  'All clicks of a short URL, which the caller has locked, so that its row can count them: what has '
  'a max_clicks is counted there from now on';
