create or replace function app.run_once(
  p_tenant text, p_change jsonb, p_operation text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_tenant text := coalesce(p_tenant, current_setting('app.tenant_id'));
  v_principal text := app.actor();
  v_key text := p_change->>'key';
  v_seal text := p_change->>'seal';
  -- A key may have been used at a process of 1.0, or be repeated there. To be removed in 1.2, with platform.accounting_record_*.
  v_named text := replace(p_operation, 'book_record_', 'accounting_record_');
  v_known json;
  v_answer json;
  v_kept json;
  v_state text;
  v_message text;
  v_detail text;
begin
  v_known := app.idempotency_claim(v_tenant, v_principal, v_key, v_seal,
    app.idempotency_hashes(v_named, p_change, args), p_change->'others');
  if v_known is not null then return v_known; end if;
  begin
    v_answer := app.tx_answer(app.tx(v_tenant), app.dispatch(p_tenant, p_operation, args));
  exception when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
      v_detail = pg_exception_detail;
    if v_state !~ '^PT4' or v_state in ('PT401', 'PT429') then raise; end if;
    v_answer := app.refuse(right(v_state, 3)::integer, v_detail::jsonb->>'code', v_message,
      v_detail::jsonb - 'code');
  end;
  v_kept := app.seal(v_answer, v_seal);
  update app.idempotency_keys k set answer = v_kept
  where k.tenant_id = v_tenant and k.principal = v_principal and k.key = v_key;
  return v_answer;
end $$;
comment on function app.run_once is
  'An operation with an Idempotency-Key: claims the key, does the work and keeps the answer, or a '
  'refusal, in one transaction; a repetition gets what was kept. What may end otherwise next time '
  '(401, 429, 5xx, a serialisation failure) takes the claim along';
