create or replace function app.dashboard_share(p_dashboard app.dashboards)
returns app.dashboards
language plpgsql volatile as $$
begin
  if p_dashboard.share_token is not null then
    perform app.address_drop(p_dashboard.tenant_id, '/d/' || p_dashboard.share_token);
  end if;
  p_dashboard.share_token := null;
  p_dashboard.shared_by := null;
  if p_dashboard.is_public then
    p_dashboard.share_token := auth.random_base62(32);
    p_dashboard.shared_by := app.actors();
    perform app.address_take(p_dashboard.tenant_id, '/d/' || p_dashboard.share_token);
  end if;
  return p_dashboard;
end $$;
comment on function app.dashboard_share is
  'A dashboard with a new share token when it is public, otherwise without one; the token before leads nowhere any more';
