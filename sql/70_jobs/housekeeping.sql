create or replace function jobs.housekeeping()
returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.journal_partitions_ensure(3);
  delete from app.confirm_tokens t where t.expires_at < clock_timestamp();
end $$;
comment on function jobs.housekeeping is
  'Once an hour: journal partitions ahead, expired confirm tokens away';
