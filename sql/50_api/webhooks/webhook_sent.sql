create or replace function api.webhook_sent(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_outcome jsonb := args->'outcome';
  v_delivery app.webhook_deliveries;
begin
  if v_outcome is not null then
    perform app.delivery_end(tenant, args->>'delivery_id',
      case when (v_outcome->>'status')::integer between 200 and 299 then 'success' else 'dead' end,
      1, v_outcome);
  end if;
  v_delivery := app.delivery_find(tenant, args->>'delivery_id');
  return json_strip_nulls(json_build_object('status_code', coalesce(v_delivery.response_status, 0),
    'error', case when v_delivery.response_status is null then v_delivery.error end));
end $$;
comment on function api.webhook_sent is
  'Records the result of a test or a replay: {status_code, error}; without an outcome, as it was '
  'logged before';
