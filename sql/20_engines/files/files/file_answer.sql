create or replace function app.file_answer(p_file app.files)
returns json
language sql stable as $$
  select app.answer(
    json_build_object('ETag', '"' || p_file.revision || '"'), app.file_json(p_file))
$$;
comment on function app.file_answer is 'One file with its revision as ETag';
