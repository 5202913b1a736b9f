create or replace function worker.seals_counted(p_key text, p_others bigint)
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.encryption_keys k set other_secrets = p_others where k.fingerprint = p_key;
end $$;
comment on function worker.seals_counted is 'Notes how many secrets are sealed with other keys than this one, for /admin/health and /metrics';
