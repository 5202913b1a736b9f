create or replace function app.erased_text(p_text text, p_pattern text, p_ids text[])
returns text
language plpgsql immutable as $$
begin
  -- The body of a delivery is JSON, of which jsonb takes all but a zero byte.
  if p_text is json object and strpos(p_text, '\u0000') = 0 then
    return app.erased_json(p_text::jsonb, p_pattern, p_ids)::text;
  end if;
  return case when p_pattern is null then p_text else regexp_replace(p_text, p_pattern, '[erased]', 'gi') end;
end $$;
comment on function app.erased_text is
  'A text without the addresses that p_pattern finds; one that is a JSON object as app.erased_json leaves it';
