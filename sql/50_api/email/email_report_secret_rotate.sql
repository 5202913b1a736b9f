create or replace function api.email_report_secret_rotate(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_made jsonb := args->'made';
  v_done text;
begin
  insert into app.email_report_keys (tenant_id, secret, secret_preview, created_at)
  values (tenant, v_made->>'secret', v_made->>'secret_preview', v_now)
  on conflict (tenant_id) do update set secret = excluded.secret,
    secret_preview = excluded.secret_preview, created_at = excluded.created_at;
  v_done := app.journal_write(tenant, 'email_report_secret.rotated', 'email_report_secret', tenant,
    json_build_object('secret_preview', v_made->'secret_preview'));
  return v_made::json;
end $$;
comment on function api.email_report_secret_rotate is
  'Stores a new sealed secret for delivery reports';
