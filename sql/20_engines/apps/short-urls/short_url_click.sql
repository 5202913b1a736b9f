create or replace function app.short_url_click(p_link app.short_urls, args jsonb)
returns boolean
language plpgsql volatile as $$
declare
  v_tenant text := p_link.tenant_id;
  v_now timestamptz := clock_timestamp();
  v_is_limited boolean := p_link.max_clicks is not null;
  -- Others are only there while ENCRYPTION_KEY is replaced.
  v_visitor bytea := case when args ? 'also' then app.short_url_visitor(p_link, args) else decode(args->>'visitor', 'hex') end;
  v_done text;
begin
  -- Only what is limited has its row locked: of many at once, each counts what those before it left.
  if v_is_limited then
    update app.short_urls s set clicks = s.clicks + 1, last_clicked_at = v_now
    where s.tenant_id = v_tenant and s.id = p_link.id
      and (s.max_clicks is null or s.clicks < s.max_clicks);
    if not found then return false; end if;
  end if;
  insert into app.short_url_clicks (tenant_id, short_url_id, clicked_at, referrer, country, browser,
    visitor, is_counted)
  values (v_tenant, p_link.id, v_now, args->>'referrer', args->>'country', args->>'browser',
    v_visitor, v_is_limited);
  perform app.work_ensure(v_tenant, 'short_url', 'roll_up', v_now + interval '5 seconds');
  -- Thousands an hour: a row of the journal is written only if something listens.
  if (app.heard_by(v_tenant, 'short_url.clicked')).is_pending then
    v_done := app.journal_write(v_tenant, 'short_url.clicked', 'short_url', p_link.id,
      json_build_object('id', p_link.id, 'slug', p_link.slug, 'domain', nullif(p_link.domain, ''),
        'clicked_at', v_now, 'referrer', args->'referrer', 'country', args->'country',
        'browser', args->'browser'));
  end if;
  return true;
end $$;
comment on function app.short_url_click is
  'Writes down a click, which the worker rolls up; false when max_clicks has been reached';
