create or replace function app.diff_fields(p_from jsonb, p_to jsonb, p_path text default '')
returns jsonb
language plpgsql immutable as $$
declare
  v_name text;
  v_from jsonb;
  v_to jsonb;
  v_fields jsonb := '[]';
begin
  for v_name in
    select k from jsonb_object_keys(p_from || p_to) k
    where coalesce(p_from->k, 'null') <> coalesce(p_to->k, 'null') order by k collate "C"
  loop
    v_from := p_from->v_name;
    v_to := p_to->v_name;
    v_fields := v_fields || case
      when jsonb_typeof(v_from) = 'object' and jsonb_typeof(v_to) = 'object'
        then app.diff_fields(v_from, v_to, p_path || v_name || '.')
      else jsonb_build_array(jsonb_build_object('path', p_path || v_name, 'from', v_from, 'to', v_to)) end;
  end loop;
  return v_fields;
end $$;
comment on function app.diff_fields is
  'In what two objects of JSON differ, by value: [{path, from, to}]. Members that are objects are compared inside, arrays as a '
  'whole; null is as good as missing';
