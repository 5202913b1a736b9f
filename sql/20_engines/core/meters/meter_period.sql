create or replace function app.meter_period(p_tenant text, p_period text, p_now timestamptz)
returns app.meter_period
language plpgsql stable as $$
begin
  return app.period_of(app.tenant_timezone(p_tenant), p_period, p_now);
end $$;
comment on function app.meter_period is 'A period of a tenant''s statistics, in its time zone: app.period_of';
