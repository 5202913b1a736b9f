create or replace function app.objects_create_each(p_tenant text, p_args jsonb[])
returns json[]
language plpgsql volatile as $$
declare
  v_type app.object_types := app.object_type_hold(p_tenant, p_args[1]->>'object_type_id');
  v_txs xid8[] := app.txs(p_tenant, cardinality(p_args));
  v_created app.objects[];
begin
  if v_type.invariants is not null then return null; end if;  -- a rule holds after each
  v_created := app.objects_create(v_type, array(
    select app.properties_normalize(v_type, coalesce(a->'properties', '{}'), null, 'properties')
    from unnest(p_args) with ordinality u(a, n) order by n), v_txs);
  return array(select app.tx_answer(v_txs[n], app.object_answer(v_created[n]))
    from generate_subscripts(v_created, 1) n order by n);
end $$;
comment on function app.objects_create_each is
  'Several calls of api.object_create for a type, the requests app.principal()->requests, as one: their answers, in a third of '
  'the time; null if they have to run one after the other';
