create or replace function api.ai_vector_search(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_searched app.searched_vectors := app.vectors_searched(tenant, args);
  v_limit integer := coalesce((args->>'limit')::integer, 10);
  v_is_hybrid boolean := args @> '{"hybrid": true}';
  v_min double precision := coalesce((args->>'min_score')::double precision,
    -- The nearest are asked for, wherever they point; beside words, only those that are near count.
    case when v_is_hybrid then 0 else -1 end);
  v_deep integer := case when v_is_hybrid then greatest(50, v_limit) else v_limit end;
  v_vector real[];
  v_results jsonb;
begin
  if args ? 'used' then perform app.ai_record(tenant, 'vector_search', args->'used'); end if;
  if jsonb_array_length(args->'vector') <> v_searched.dimensions then
    perform app.invalid('vector', 'dimensions',
      format('must have %s numbers, like the vectors of this collection', v_searched.dimensions));
  end if;
  v_vector := app.vector_unit(args->'vector', 'vector');
  v_results := app.vectors_near(v_searched, v_vector, v_deep, v_min);
  if v_is_hybrid then
    v_results := app.vectors_fused(v_results, app.vectors_worded(v_searched, args->>'query', v_vector, v_deep,
      -- A text that is found by its words may point anywhere, unless the caller sets min_score.
      case when args ? 'min_score' then v_min else -1 end), v_limit);
  end if;
  if args @> '{"include_object": true}' then v_results := app.vectors_with_objects(tenant, v_results); end if;
  return json_build_object('model', v_searched.model, 'results', v_results);
end $$;
comment on function api.ai_vector_search is
  'Finds the nearest vectors of a collection, and matching words if hybrid';
