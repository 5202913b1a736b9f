create or replace function app.answer(p_headers json, p_data json)
returns json
language sql stable as $$
  select json_build_object('$headers', p_headers, 'data', p_data)
$$;
comment on function app.answer is 'An answer that carries response headers beside its data';
