create or replace function api.webhook_rotate_secret(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_old app.webhooks := app.webhook_lock(tenant, args->>'webhook_id');
  v_now timestamptz := clock_timestamp();
  v_grace integer := coalesce((args->>'grace_period_seconds')::integer, 86400);
  v_new app.webhooks;
  v_done text;
begin
  v_done := app.unchanged_check(v_old.updated_at, args);
  update app.webhooks w set secret = args->'made'->>'secret',
    secret_preview = args->'made'->>'secret_preview', updated_at = v_now,
    previous_secrets = case when v_grace = 0 then '[]' else (
      -- Each that still counts makes every request one signature longer.
      select json_agg(k.secret order by k.n)::jsonb from (
        select s.secret, s.n from jsonb_array_elements(jsonb_build_array(jsonb_build_object(
          'secret', w.secret, 'expires_at', app.utc(v_now + make_interval(secs => v_grace))))
          || w.previous_secrets) with ordinality s(secret, n)
        where (s.secret->>'expires_at')::timestamptz > v_now order by s.n limit 4) k) end
  where w.tenant_id = tenant and w.id = v_old.id
  returning * into v_new;
  v_done := app.journal_webhook('webhook.secret_rotated', v_old, v_new);
  return app.webhook_secret_json(v_new);
end $$;
comment on function api.webhook_rotate_secret is 'Replaces the sealed secret of a webhook';
