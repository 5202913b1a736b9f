create or replace function app.objects_create(
  p_type app.object_types, p_properties jsonb[], p_txs xid8[] default null)
returns app.objects[]
language plpgsql volatile as $$
begin
  return app.objects_add(p_type,
    app.objects_new(p_type.tenant_id, p_type.id, app.principal()->>'user_id', p_properties, p_txs));
end $$;
comment on function app.objects_create is
  'New objects from normalised properties, with their index rows, words, counters and journal; '
  'the answer is in the order given. p_txs: the numbers of the requests that they belong to, if it is one each. 403 POLICY_DENIED';
