create or replace function api.audit_log_verify(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_low text := app.event_id_from(coalesce((args->>'from')::timestamptz, '-infinity'));
  v_high text := app.event_id_to(coalesce((args->>'to')::timestamptz, 'infinity'));
  v_at app.journal_seals := app.journal_seal_start(tenant, v_low);
  v_end app.journal_seals;
  v_seal app.journal_seals;
  v_row app.journal;
  v_hash bytea;
  v_from timestamptz;
  v_to timestamptz;
  v_checked integer := 0;
  v_blanked integer := 0;
  v_redacted integer := 0;
  v_bad text;
  v_kept bytea := decode(args->>'hash', 'hex');
  v_has boolean := case when args ? 'hash' then false end;
begin
  select * into v_end from app.journal_seals s
  where s.tenant_id = tenant and s.id < v_high order by s.xid desc, s.id desc limit 1;

  for v_row in
    select j.* from app.journal j
    where j.tenant_id = tenant and (j.xid, j.id) > (v_at.xid, v_at.id)
      and (j.xid, j.id) <= (v_end.xid, v_end.id)
    order by j.xid, j.id
  loop
    select * into v_seal from app.journal_seals s
    where s.tenant_id = tenant and s.xid = v_row.xid and s.id = v_row.id;
    v_hash := app.journal_seal_hash(v_at.hash, v_row);
    -- Its text was removed, as its seal records; later rows still match the hash.
    if v_seal.note is not null then
      if strpos(v_seal.note, ': redacted') > 0 then v_redacted := v_redacted + 1; else v_blanked := v_blanked + 1; end if;
      v_hash := v_seal.hash;
    end if;
    if v_seal.hash is distinct from v_hash then
      select g.bad, app.journal_seal_hash(coalesce(g.hash, v_at.hash), v_row) into v_bad, v_hash
      from app.journal_seal_gap(v_at, v_row.xid, v_row.id) g;
      v_bad := coalesce(v_bad, case when v_seal.hash is distinct from v_hash then v_row.id end);
    end if;
    exit when v_bad is not null;
    v_at := v_seal;
    v_checked := v_checked + 1;
    v_has := v_has or v_at.hash = v_kept;
    v_from := coalesce(v_from, v_row.created_at);
    v_to := v_row.created_at;
  end loop;
  if v_bad is null and v_end.id is not null then
    v_bad := (app.journal_seal_gap(v_at, v_end.xid, v_end.id || 'z')).bad;
  end if;
  if not v_has then perform app.seal_check(tenant, (args->>'to')::timestamptz); end if;
  return json_build_object('valid', v_bad is null, 'checked', v_checked, 'blanked', v_blanked, 'redacted', v_redacted, 'first_bad_id', v_bad,
    'from', v_from, 'to', v_to, 'hash', encode(v_at.hash, 'hex'), 'has_hash', v_has);
end $$;
comment on function api.audit_log_verify is 'Verify the hash chain of the audit log';
