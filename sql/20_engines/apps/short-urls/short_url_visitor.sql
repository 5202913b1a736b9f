create or replace function app.short_url_visitor(p_link app.short_urls, args jsonb)
returns bytea
language plpgsql stable as $$
declare
  v_tenant text := p_link.tenant_id;
  v_today timestamptz := date_trunc('day', clock_timestamp(), 'UTC');
  v_day date := (v_today at time zone 'UTC')::date;
  v_other bytea;
begin
  for v_other in select decode(a, 'hex') from jsonb_array_elements_text(args->'also') a loop
    if exists (
      select 1 from app.short_url_visitors v
      where v.tenant_id = v_tenant and v.day = v_day and v.short_url_id = p_link.id and v.visitor = v_other)
      or exists (
        select 1 from app.short_url_clicks c
        where c.tenant_id = v_tenant and c.short_url_id = p_link.id and c.visitor = v_other and c.clicked_at >= v_today) then
      return v_other;
    end if;
  end loop;
  return decode(args->>'visitor', 'hex');
end $$;
comment on function app.short_url_visitor is
  'The visitor of a click, {visitor, also}: as the present ENCRYPTION_KEY tells them apart, or another one by which they have come today';
