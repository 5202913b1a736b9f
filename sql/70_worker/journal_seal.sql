create or replace function worker.journal_seal(p_tenant text, p_limit integer)
returns boolean
language plpgsql volatile as $$
declare
  v_horizon xid8;
  v_hash bytea;
  v_found record;
  v_row app.journal;
  v_xids xid8[] := '{}';
  v_ids text[] := '{}';
  v_hashes bytea[] := '{}';
  v_types text[] := '{}';
  v_hours timestamp[] := '{}';
  v_sealed text[];
  v_done text;
begin
  v_done := app.in_tenant(p_tenant);
  -- Before the journal is read: below it every transaction has ended, and is seen from here on.
  v_horizon := app.place_horizon(p_tenant);
  -- The last seal and the rows after it in one statement: rows that have a seal may be blanked (worker.user_blank), and would be hashed
  -- as they are then.
  for v_found in
    select row(j.*)::app.journal as line, l.hash
    from (select 1) o left join lateral (
      select s.xid, s.id, s.hash from app.journal_seals s
      where s.tenant_id = p_tenant order by s.xid desc, s.id desc limit 1) l on true
    cross join lateral (
      select * from app.journal r
      where r.tenant_id = p_tenant and (r.xid, r.id) > (coalesce(l.xid, '0'), coalesce(l.id, '')) and r.xid < v_horizon
      order by r.xid, r.id limit p_limit) j
    order by j.xid, j.id
  loop
    v_row := v_found.line;
    v_hash := app.journal_seal_hash(coalesce(v_hash, v_found.hash), v_row);
    v_xids := v_xids || v_row.xid;
    v_ids := v_ids || v_row.id::text;
    v_hashes := v_hashes || v_hash;
    v_types := v_types || v_row.type;
    v_hours := v_hours || date_trunc('hour', v_row.created_at at time zone 'UTC');
  end loop;
  -- Rows below the horizon are all there and never change, so another worker that seals them at the
  -- same time comes to the same hashes: the first writes them.
  with added as (
    insert into app.journal_seals (tenant_id, xid, id, hash)
    select p_tenant, n.xid, n.id, n.hash from unnest(v_xids, v_ids, v_hashes) n(xid, id, hash)
    on conflict do nothing returning id)
  select array_agg(a.id) into v_sealed from added a;
  -- A row is sealed once, and so counts once.
  if v_sealed is not null then
    perform app.events_count(p_tenant, v_ids, v_types, v_hours, v_sealed);
  end if;
  return cardinality(v_ids) < p_limit;
end $$;
comment on function worker.journal_seal is
  'Seals the next rows of a tenant''s journal and counts them by type and hour; true when there are no more. Each call is one '
  'transaction: a killed worker goes on where the last one ended';
