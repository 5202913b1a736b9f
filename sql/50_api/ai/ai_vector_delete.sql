create or replace function api.ai_vector_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.vector_collection(tenant, args->>'collection');
  delete from app.vectors v
  where v.tenant_id = tenant and v.collection = args->>'collection' and v.id = args->>'vector_id';
  if not found then perform app.not_found('vector', args->>'vector_id'); end if;
  return json_build_object('id', args->'vector_id', 'deleted', true);
end $$;
comment on function api.ai_vector_delete is 'Delete a vector';
