create or replace function app.url_part(p_text text)
returns text
language sql immutable as $$
  select case when p_text ~ '^[A-Za-z0-9_.~:-]*$' then p_text
    else upper(regexp_replace(encode(convert_to(p_text, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end
$$;
comment on function app.url_part is 'A text as a value in the query of a URL: as it is, or each of its bytes as %XX';
