create or replace function app.log_keeps_out(p_tenant text, p_authors jsonb)
returns boolean
language plpgsql stable as $$
begin
  return exists (
      select 1 from app.parties() p
      where app.policies_bind(p) and not exists (
        select 1 from jsonb_array_elements(p_authors) a where a->'id' = p->'id'))
    and (app.data_hidden() <> '{}' or app.policies_of_caller(p_tenant) is not null);
end $$;
comment on function app.log_keeps_out is
  'Tells whether the log of a run may hold data that policies hide from the caller: it holds data '
  'that its principal and its authors (p_authors, each with its id) could see, and is closed to '
  'others where policies hide anything from them, and where they may read no data';
