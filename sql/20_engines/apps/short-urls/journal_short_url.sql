create or replace function app.journal_short_url(
  p_event text, p_old app.short_urls, p_new app.short_urls, args jsonb)
returns void
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.journal_write(coalesce(p_new.tenant_id, p_old.tenant_id), p_event, 'short_url',
    coalesce(p_new.id, p_old.id),
    case when p_new.id is not null then app.short_url_json(p_new, args) end,
    case when p_old.id is not null then app.short_url_json(p_old, args) end);
end $$;
comment on function app.journal_short_url is
  'A row of the journal for what became of a short URL, from p_old (null when created) to p_new '
  '(null when deleted)';
