create or replace function app.policies_bind_any(p_parties jsonb)
returns boolean
language plpgsql immutable as $$
begin
  return exists (select 1 from jsonb_array_elements(p_parties) p where app.policies_bind(p));
end $$;
comment on function app.policies_bind_any is
  'Whether row policies bind one of some principals: what binds an author of a run binds the run';
