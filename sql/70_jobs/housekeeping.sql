create or replace function jobs.housekeeping()
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A new partition locks readers out for a moment: at once, or when the job is tried again.
  perform set_config('lock_timeout', '2s', true);
  perform app.journal_partitions_ensure(3);
  delete from app.confirm_tokens t where t.expires_at < clock_timestamp();
end $$;
comment on function jobs.housekeeping is
  'Once an hour: journal partitions ahead, expired confirm tokens away';
