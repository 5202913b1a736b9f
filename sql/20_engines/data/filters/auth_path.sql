create or replace function app.auth_path(p_value jsonb, p_field jsonb)
returns text[]
language sql immutable as $$
  select case
    when jsonb_typeof(p_value) <> 'string' then null
    when p_field->>'type' = 'email' and v = '$auth.email' then array['email']  -- both lower case
    when not p_field->>'type' = any ('{string,text,richtext,enum,slug,json,array}') then null
    when v = any ('{$auth.user_id,$auth.contact_id,$auth.role,$auth.email,$auth.aal}') then array[substr(v, 7)]
    when v ~ '^\$auth\.metadata\.[^.]+$' then array['metadata', substr(v, 16)]
  end
  from (select p_value #>> '{}') value(v)
$$;
comment on function app.auth_path is
  'Where in the principal a variable of the caller stands, when the field holds it as it is and it '
  'is one value; else null';
