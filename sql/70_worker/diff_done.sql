create or replace function worker.diff_done(p_tenant text, p_id text, p_outcomes jsonb)
returns integer
language plpgsql volatile as $$
declare
  v_done text;
  v_ns integer[] := array(select (o->>'n')::integer from jsonb_array_elements(p_outcomes) o);
  v_outcomes jsonb := (
    select json_object_agg(o->>'n', o - 'n')::jsonb from jsonb_array_elements(p_outcomes) o);
begin
  v_done := app.in_tenant(p_tenant);
  update app.diff_changes c set outcome = v_outcomes->(c.n::text)
  where c.tenant_id = p_tenant and c.diff_id = p_id and c.n = any (v_ns);
  return cardinality(v_ns);
end $$;
comment on function worker.diff_done is 'Notes what has become of changes: [{n, did | reason}]';
