create or replace function app.search_tree(p_names text[], p_call text, p_indent text)
returns text
language plpgsql immutable as $$
declare v_middle integer := cardinality(p_names) / 2;
begin
  if cardinality(p_names) = 1 then
    return format(E'%sif operation = %L then return %s; end if;\n', p_indent, p_names[1],
      replace(p_call, '%', p_names[1]));
  end if;
  return format(E'%sif operation < %L collate "C" then\n%s%selse\n%s%send if;\n',
    p_indent, p_names[v_middle + 1],
    app.search_tree(p_names[:v_middle], p_call, p_indent || '  '), p_indent,
    app.search_tree(p_names[v_middle + 1:], p_call, p_indent || '  '), p_indent);
end $$;
comment on function app.search_tree is
  'PL/pgSQL that finds "operation" among sorted names by halves and returns p_call with % replaced '
  'by the name';
