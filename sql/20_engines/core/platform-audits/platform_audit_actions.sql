create or replace function app.platform_audit_actions(p_noun text)
returns table (action text)
language plpgsql stable as $$
declare
  v_low text := p_noun || '.';
  v_high text := p_noun || '/';  -- the character after the dot
begin
  return query
    with recursive actions(action) as (
      (select a.action from app.platform_audits a
       where a.action >= v_low collate "C" and a.action < v_high collate "C"
       order by a.action limit 1)
      union all
      select (
        select a.action from app.platform_audits a
        where a.action > n.action and a.action < v_high collate "C"
        order by a.action limit 1)
      from actions n where n.action is not null)
    select n.action from actions n where n.action is not null;
end $$;
comment on function app.platform_audit_actions is
  'The actions on a noun that the operator''s audit log holds, each from one row of the index';
