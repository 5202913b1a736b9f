-- Marks in the data, because the API of 1.0.0, which may run on after the migration, finds them by their text. Remove in
-- 1.2: since 1.1 the flags of a row (carriesHeaders) say what its function answers, so it can be a column of its own.
create or replace function app.answer(p_headers json, p_data json)
returns json
language sql stable as $$
  select json_build_object('$headers', p_headers, 'data', p_data)
$$;
comment on function app.answer is 'An answer that carries response headers beside its data';
