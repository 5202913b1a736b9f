create or replace function app.ai_index_model(p_index app.ai_indexes)
returns text
language plpgsql stable as $$
begin
  return coalesce((
    select c.model from app.vector_collections c
    where c.tenant_id = p_index.tenant_id and c.name = p_index.collection), p_index.model);
end $$;
comment on function app.ai_index_model is
  'The model of the vectors of an ai_index; before there are any the one that was asked for, null for the default of its provider';
