create or replace function app.book_report_dimension(p_ledger app.ledgers, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_name text := split_part(args->>'dimension', ':', 1);
begin
  if not args ? 'dimension' then return null; end if;
  if not app.ledger_settings(p_ledger)->'dimensions' @> jsonb_build_array(jsonb_build_object('name', v_name)) then
    perform app.invalid('dimension', 'unknown_dimension', 'is not a dimension of the settings');
  end if;
  return jsonb_build_object(v_name, substr(args->>'dimension', length(v_name) + 2));
end $$;
comment on function app.book_report_dimension is 'The value of a dimension that a report asks for, name:value, as lines have it; null for all';
