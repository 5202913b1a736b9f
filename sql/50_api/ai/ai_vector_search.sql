create or replace function api.ai_vector_search(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare v_collection app.vector_collections := app.vector_collection(tenant, args->>'collection');
begin
  if args ? 'used' then perform app.ai_record(tenant, 'vector_search', args->'used'); end if;
  if jsonb_array_length(args->'vector') <> v_collection.dimensions then
    perform app.invalid('vector', 'dimensions',
      format('must have %s numbers, as the vectors of this collection', v_collection.dimensions));
  end if;
  return json_build_object('model', v_collection.model, 'results', app.vectors_near(tenant, v_collection.name,
    app.vector_unit(args->'vector', 'vector'), app.vector_filter(tenant, args->'filters'),
    coalesce((args->>'limit')::integer, 10), coalesce((args->>'min_score')::double precision, 0)));
end $$;
comment on function api.ai_vector_search is 'Find what is near to a text or a vector';
