create or replace function app.journal_types(p_tenant text, p_noun text)
returns table (type text)
language plpgsql stable as $$
declare
  v_low text := p_noun || '.';
  v_high text := p_noun || '/';  -- the character after the dot
begin
  return query
    with recursive types(type) as (
      (select j.type collate "C" from app.journal j
       where j.tenant_id = p_tenant collate "ucs_basic" and j.resource_type <> 'object'
         and j.type collate "C" >= v_low and j.type collate "C" < v_high
       order by j.type collate "C" limit 1)
      union all
      select (
        select j.type collate "C" from app.journal j
        where j.tenant_id = p_tenant collate "ucs_basic" and j.resource_type <> 'object'
          and j.type collate "C" > t.type and j.type collate "C" < v_high
        order by j.type collate "C" limit 1)
      from types t where t.type is not null)
    select t.type from types t where t.type is not null;
end $$;
comment on function app.journal_types is
  'The events of a noun that the journal of a tenant holds, each from one row of the index';
