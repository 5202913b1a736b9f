create or replace function app.cursor_encode(p_binding text, p_values jsonb)
returns text
language sql stable as $$
  select translate(encode(convert_to(
    jsonb_build_object('v', p_values, 'h', md5(p_binding || p_values::text))::text,
    'UTF8'), 'base64'), E'+/=\n', '-_')
$$;
comment on function app.cursor_encode is
  'An opaque cursor: base64url of {v: sort values of the last row, '
  'h: hash of the values and of the query they belong to}';
