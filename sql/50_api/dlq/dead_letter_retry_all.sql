create or replace function api.dead_letter_retry_all(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_source text := args->>'source';
  v_since timestamptz := coalesce((args->>'since')::timestamptz, '-infinity');
  v_ids text[] := array(
    select d.id from app.dead_letters d
    where d.tenant_id = tenant and d.status = 'dead'
      and (v_source is null or d.source = v_source) and d.last_failed_at >= v_since
    order by d.id limit 10000 for update skip locked);
begin
  return json_build_object('retried', app.dead_letters_retry(tenant, v_ids));
end $$;
comment on function api.dead_letter_retry_all is 'Retry all matching dead letters';
