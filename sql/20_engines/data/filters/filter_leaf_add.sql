create or replace function app.filter_leaf_add(
  p_part app.filter_part, p_field jsonb, p_term jsonb)
returns app.filter_part
language plpgsql immutable as $$
begin
  if p_term ?| array['key', 'creators'] or p_term->>'of' in ('key', 'creators') then
    p_part.terms := p_term || p_part.terms;  -- the best come first
  elsif p_term is not null then
    p_part.terms := app.filter_terms_narrow(p_part.terms, p_term);
  end if;
  if p_field ? 'system' and '{"system": true}' <> all (p_part.externals) then
    p_part.externals := p_part.externals || '{"system": true}'::jsonb;
  end if;
  return p_part;
end $$;
comment on function app.filter_leaf_add is
  'Notes for a condition on a field what an index can do for it (or null), and whether it needs '
  'more than properties';
