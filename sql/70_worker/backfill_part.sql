create or replace function worker.backfill_part(p_tenant text, p_version text)
returns json
language plpgsql volatile as $$
begin
  if p_version = 'storage_usage' then
    perform worker.storage_recount(p_tenant, true);
    return json_build_object('rows', 1, 'place', null);
  end if;
  raise exception 'there is no backfill named %', p_version;
end $$;
comment on function worker.backfill_part is
  'Does the next part of a backfill for a tenant and answers {rows, place}; the place is null at the end';
