create or replace function app.lineage_note(p_now timestamptz)
returns void
language plpgsql volatile as $$
declare
  v_here record := app.lineage_here();
  v_next bigint := pg_snapshot_xmax(pg_current_snapshot())::text;
  v_written xid8 := pg_current_xact_id();
  v_highest bigint;
begin
  update private.lineage l set system_identifier = v_here.system_identifier, timeline = v_here.timeline,
    written = v_written, seen_number = v_next, seen_at = p_now;
  if not found then
    v_highest := (select max(t.place_shift) from app.tenants t);
    insert into private.lineage
      (system_identifier, timeline, written, seen_number, seen_at, first_place, first_at)
    values (v_here.system_identifier, v_here.timeline, v_written, v_next, p_now,
      v_next + coalesce(v_highest, 0), p_now);
  end if;
end $$;
comment on function app.lineage_note is
  'Notes which PostgreSQL this is, and how far its transaction numbers are. Not within a block that catches errors: its '
  'transaction has another number';
