create or replace function worker.files_clean(p_tenant text, p_limit integer)
returns text[]
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type":"system","id":"worker","scopes":["*"]}');
  return array(select f.id from unnest(app.files_clean(p_tenant, p_limit)) f);
end $$;
comment on function worker.files_clean is
  'app.files_clean by the worker: the ids of the files that it removed';
