create or replace function app.mask_expression(p_mask text, p_column text, p_id_column text)
returns text
language sql immutable as $$
  -- r is the row, x.n its number, $4 what app.mask_kinds answers.
  select replace(replace(case p_mask
    when 'null' then 'null'
    when 'text' then 'case when r.% is not null then ''masked'' end'
    when 'object' then 'case when r.% is not null then ''{}'' end'
    when 'list' then 'case when r.% is not null then ''[]'' end'
    when 'json' then 'app.masked_json(r.%::jsonb)'
    when 'data' then 'app.masked_data(r.%::jsonb)'
    when 'hash' then 'decode(repeat(''00'', 32), ''hex'')'
    when 'filename' then '''masked'' || coalesce(substring(r.% from ''\.[A-Za-z0-9]{1,8}$''), '''')'
    when 'email' then 'case when r.% is not null then app.masked_email(to_char(x.n, ''FM000000'')) end'
    when 'address' then 'case when strpos(r.%, ''@'') > 0 then app.masked_email(to_char(x.n, ''FM000000'')) else r.% end'
    when 'phone' then 'case when r.% is not null then app.masked_phone(x.n) end'
    when 'profile' then 'app.masked_json(r.%) || case when r.% ? ''name'' then jsonb_build_object(''name'', ''User '' || x.n) else ''{}'' end'
    when 'recipient' then 'case when r.channel = ''sms'' then app.masked_phone(x.n) else app.masked_email(to_char(x.n, ''FM000000'')) end'
    when 'properties' then 'app.masked_properties(r.%, coalesce($4->r.object_type_id, ''{}''), r.#)'
    end, '%', quote_ident(p_column)), '#', quote_ident(p_id_column))
$$;
comment on function app.mask_expression is
  'The stand-in of a column as SQL, by its word mask in the registry (docs/inside/sql.md)';
