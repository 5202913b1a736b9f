create or replace function app.html_escape(p_text text)
returns text
language sql immutable as $$
  select replace(replace(replace(replace(replace(p_text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    '"', '&quot;'), '''', '&#39;')
$$;
comment on function app.html_escape is 'A text as it stands in HTML, between tags or in quotes';
