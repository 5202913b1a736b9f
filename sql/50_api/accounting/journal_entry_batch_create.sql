create or replace function api.journal_entry_batch_create(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_ids text[] := '{}';
  v_entry jsonb;
begin
  perform app.ledger_lock(tenant);
  for v_entry in select e from jsonb_array_elements(args->'entries') with ordinality t(e, n) order by t.n loop
    select array_append(v_ids, (c.entry).id::text) into v_ids
    from app.entry_create(tenant, v_entry, format('entries[%s].', cardinality(v_ids)), true) c;
  end loop;
  return json_build_object('ids', v_ids, 'numbers', array(
      select e.number from unnest(v_ids) with ordinality i(id, n)
      cross join lateral (
        select j.number from app.ledger_entries j where j.tenant_id = tenant and j.id = i.id offset 0) e
      order by i.n),
    'count', cardinality(v_ids));
end $$;
comment on function api.journal_entry_batch_create is 'Create up to 100 journal entries, all or none';
