create or replace function worker.staging_months(p_months timestamp[])
returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A new partition locks readers out for a moment: at once, or when it is tried again.
  perform set_config('lock_timeout', '2s', true);
  return app.journal_partitions_ensure(0, array(
    select m from unnest(p_months) m where m between '2020-01-01' and now() + interval '1 month' and m = date_trunc('month', m)));
end $$;
comment on function worker.staging_months is
  'Makes partitions for months of the journal that a tenant that is being loaded has rows of, before they come: while they are '
  'empty it takes no time. 55P03 when readers hold it up for two seconds: ask again';
