create or replace function app.object_answer(p_object app.objects)
returns json
language sql stable as $$
  select app.answer(
    json_build_object('ETag', '"' || p_object.version || '"'), app.object_json(p_object))
$$;
comment on function app.object_answer is 'One object with its version as ETag';
