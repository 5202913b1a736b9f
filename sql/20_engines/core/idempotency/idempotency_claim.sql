create or replace function app.idempotency_claim(
  p_tenant text, p_principal text, p_key text, p_seal text, p_hashes bytea[], p_others jsonb)
returns json
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_expired timestamptz := v_now - interval '24 hours';
  v_timeout text := current_setting('lock_timeout');
  v_claimed integer;
  v_row app.idempotency_keys := app.idempotency_find(p_tenant, p_principal, p_key, v_expired);
begin
  if v_row.key is null then
    begin
      -- Waits for a parallel request with the same key, to its commit, but not for ever.
      perform set_config('lock_timeout', '2s', true);
      insert into app.idempotency_keys as k (tenant_id, principal, key, request_hash, created_at)
      values (p_tenant, p_principal, p_key, p_hashes[1], v_now)
      on conflict (tenant_id, principal, key) do update
        set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
        where k.created_at <= v_expired;
      get diagnostics v_claimed = row_count;
      perform set_config('lock_timeout', v_timeout, true);
    exception when lock_not_available then
      return app.refuse(409, 'IDEMPOTENCY_IN_PROGRESS',
        'A request with this Idempotency-Key is still being processed. Repeat it in a moment.',
        '{"retry_after":1}');
    end;
    if v_claimed = 1 then return null; end if;
    v_row := app.idempotency_find(p_tenant, p_principal, p_key, v_expired);
  end if;
  if v_row.request_hash <> all (p_hashes) then
    perform app.fail(422, 'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used for a different request. Send a new key with each new '
      'request.',
      null, 'Idempotency-Key');
  end if;
  return app.answer('{"Idempotent-Replayed":"true"}', app.unseal(v_row.answer, p_seal, p_others));
end $$;
comment on function app.idempotency_claim is
  'Returns null when the key is now the caller''s, to be given its answer before the transaction '
  'ends; otherwise what to answer: the answer stored for the key, or 409 while that is not known. '
  '422 when the key was used for another request. The first of p_hashes is kept, the others are what the same request may be kept '
  'under as well; p_others are further seals of its answer';
