create or replace function app.files_drop_type(p_type app.object_types)
returns void
language plpgsql volatile as $$
declare v_ids text[];
begin
  loop
    v_ids := array(
      select distinct f.object_id from (
        select f.object_id from app.files f
        where f.tenant_id = p_type.tenant_id and f.object_type_id = p_type.id
          and f.object_id is not null
        order by f.object_id limit 1000) f);
    exit when cardinality(v_ids) = 0;
    perform app.files_release(p_type, v_ids);
  end loop;
end $$;
comment on function app.files_drop_type is
  'Releases the files of all objects of a type (app.files_release) before the type goes itself';
