create or replace function app.metrics_unsealed(p_now timestamptz)
returns numeric
language plpgsql stable as $$
declare
  v_oldest timestamptz;
begin
  if (select count(*) from (select 1 from app.tenants limit 1001) t) > 1000 then return null; end if;
  select min(u.created_at) into v_oldest
  from app.tenants t
  left join lateral (
    select s.xid, s.id from app.journal_seals s
    where s.tenant_id = t.tenant_id order by s.xid desc, s.id desc limit 1) l on true
  cross join lateral (
    select j.created_at from app.journal j
    where j.tenant_id = t.tenant_id
      and (j.xid, j.id) > (coalesce(l.xid, '0'), coalesce(l.id, ''))
    order by j.xid, j.id limit 1) u;
  return coalesce(extract(epoch from p_now - v_oldest), 0);
end $$;
comment on function app.metrics_unsealed is
  'The age of the oldest row of the journal that is not sealed, in seconds. Null with more than '
  '1,000 tenants: it looks at each';
