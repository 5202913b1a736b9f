create or replace function app.ledger_look(p_tenant text, p_place jsonb, p_limit integer)
returns jsonb
language plpgsql stable as $$
declare
  v_place jsonb := coalesce(p_place, jsonb_build_object('year', app.ledger_year_after(p_tenant, 0)));
begin
  return case
    when v_place->>'year' is not null then app.ledger_look_entries(p_tenant, v_place, p_limit)
    else app.ledger_look_account(p_tenant,
      case when v_place ? 'account' then v_place else jsonb_build_object('account', app.ledger_account_after(p_tenant, '')) end, p_limit)
    end;
end $$;
comment on function app.ledger_look is
  'Verifies a part of the books, from a place on (null: the beginning): first the entries of each fiscal year, then the totals of each '
  'account. {problems, entries?, lines?, place: of the next part, or null}. Each part is right by itself: what a posting changes, it changes at once';
