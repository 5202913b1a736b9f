create or replace function api.ai_vector_search(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_collection app.vector_collections := app.vector_collection(tenant, args->>'collection');
  v_limit integer := coalesce((args->>'limit')::integer, 10);
  v_min double precision := coalesce((args->>'min_score')::double precision, 0);
  v_is_hybrid boolean := args @> '{"hybrid": true}';
  v_deep integer := case when v_is_hybrid then greatest(50, v_limit) else v_limit end;
  v_vector real[];
  v_filter app.filter;
  v_results jsonb;
begin
  if args ? 'used' then perform app.ai_record(tenant, 'vector_search', args->'used'); end if;
  if jsonb_array_length(args->'vector') <> v_collection.dimensions then
    perform app.invalid('vector', 'dimensions',
      format('must have %s numbers, as the vectors of this collection', v_collection.dimensions));
  end if;
  v_vector := app.vector_unit(args->'vector', 'vector');
  v_filter := app.vector_filter(tenant, args->'filters');
  v_results := app.vectors_near(tenant, v_collection.name, v_vector, v_filter, v_deep, v_min);
  if v_is_hybrid then
    v_results := app.vectors_fused(v_results, app.vectors_worded(
      tenant, v_collection.name, args->>'query', v_vector, v_filter, v_deep,
      -- What is found by its words may point anywhere, unless the caller says otherwise.
      case when args ? 'min_score' then v_min else -1 end), v_limit);
  end if;
  if args @> '{"include_object": true}' then v_results := app.vectors_with_objects(tenant, v_results); end if;
  return json_build_object('model', v_collection.model, 'results', v_results);
end $$;
comment on function api.ai_vector_search is 'Find what is near to a text or a vector';
