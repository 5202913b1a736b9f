create or replace function app.export_framed(
  p_columns jsonb, args jsonb, p_lines text, p_is_first boolean, p_is_last boolean)
returns text
language plpgsql stable as $$
begin
  if args->>'format' <> 'json' then
    if not p_is_first then return p_lines; end if;
    return concat(app.export_header(p_columns, args), p_lines);
  end if;
  -- Each line begins with a comma, which the first has no use for.
  if p_is_first then p_lines := '[' || substr(p_lines, 2); end if;
  if not p_is_last then return p_lines; end if;
  return p_lines || case when p_lines = '[' then e']\n' else e'\n]\n' end;
end $$;
comment on function app.export_framed is
  'A part of an export with what begins and ends the file: the header of a table, brackets of JSON';
