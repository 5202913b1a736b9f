create or replace function app.folder_check(p_folder text)
returns text
language plpgsql immutable as $$
begin
  if coalesce(p_folder, '') = '' then return ''; end if;
  if cardinality(string_to_array(p_folder, '/')) > 20 or exists (
    select 1 from unnest(string_to_array(p_folder, '/')) part
    where part in ('', '.', '..') or length(part) > 100 or part ~ '[[:cntrl:]\\*]') then
    perform app.invalid('folder', 'invalid_folder',
      'must be up to 20 names of 1 to 100 characters separated by /, such as photos/2026; no name '
      'may be . or .. or contain \ or *');
  end if;
  return p_folder;
end $$;
comment on function app.folder_check is 'Returns a folder as files have it, '''' for none; 400';
