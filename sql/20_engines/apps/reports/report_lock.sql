create or replace function app.report_lock(p_tenant text, p_id text)
returns app.saved_reports
language plpgsql volatile as $$
begin
  perform from app.saved_reports r where r.tenant_id = p_tenant and r.id = p_id for update;
  return app.report_find(p_tenant, p_id);
end $$;
comment on function app.report_lock is 'app.report_find for a change: with the row locked';
