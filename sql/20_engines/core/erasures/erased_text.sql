create or replace function app.erased_text(p_text text, p_pattern text, p_ids text[])
returns text
language plpgsql immutable as $$
begin
  -- The body of a delivery is JSON.
  if p_text ~ '^\s*\{' then
    begin
      if p_text is json object then return app.erased_json(p_text::jsonb, p_pattern, p_ids)::text; end if;
    exception when data_exception or program_limit_exceeded then
      -- A text of a tenant may be JSON that jsonb does not take: with a number or character that it lacks, or too many levels.
      null;
    end;
  end if;
  return case when p_pattern is null then p_text else regexp_replace(p_text, p_pattern, '[erased]', 'gi') end;
end $$;
comment on function app.erased_text is
  'A text without the addresses that p_pattern finds; one that is a JSON object as app.erased_json leaves it';
