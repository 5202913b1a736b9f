create or replace function app.phone_number(p_text text, p_country text)
returns text
language plpgsql immutable as $$
declare
  v_text text := p_text;
  v_home jsonb := app.phone_plan(p_country);
  v_idd text;
  v_code text;
  v_sharing jsonb;
  v_national text;
begin
  if v_text !~ '^\+?[0-9]+$' then
    if length(v_text) > 60 then return null; end if;
    if v_text !~ '^[ -~]*$' then
      -- Digits of Arabic, Persian, Devanagari, Bengali and Thai; marks of direction and of no width, which stand around a
      -- number that is copied out of a list of contacts, become nothing.
      v_text := translate(normalize(v_text, NFKC),
        '‐‑‒–—−٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙'
          || U&'\00AD\061C\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
        '------' || repeat('0123456789', 5));
    end if;
    v_text := regexp_replace(regexp_replace(v_text, '^\s*tel:', '', 'i'), '[\s().\/-]', '', 'g');
    if v_text !~ '^\+?[0-9]+$' then return null; end if;
  end if;
  -- The longest has 15 digits after a + or what is dialled in its place.
  if length(v_text) > 25 then return null; end if;
  if left(v_text, 1) <> '+' then
    v_idd := substring(v_text from '^(?:' || coalesce((v_home->>'idd') || '|', '') || '00)');
    if v_idd is not null then v_text := '+' || substr(v_text, length(v_idd) + 1); end if;
  end if;

  if left(v_text, 1) = '+' then
    -- No code is the beginning of another one.
    for v_length in 1 .. 3 loop
      v_code := substr(v_text, 2, v_length);
      v_sharing := app.phone_plan('+' || v_code);
      exit when v_sharing is not null;
    end loop;
    if v_sharing is null then return null; end if;
    v_national := app.phone_national(
      app.phone_plan(v_sharing->>0), substr(v_text, length(v_code) + 2));
  else
    if v_home is null then return null; end if;
    v_code := v_home->>'code';
    v_sharing := app.phone_plan('+' || v_code);
    v_national := app.phone_national(v_home, v_text);
  end if;
  if length(v_code) + length(v_national) > 15 then v_sharing := '[]'; end if;
  for i in 0 .. jsonb_array_length(v_sharing) - 1 loop
    if app.phone_fits(app.phone_plan(v_sharing->>i), v_national) then
      return '+' || v_code || v_national;
    end if;
  end loop;
  -- Written with the code of its country, and without the + before it.
  if left(v_text, 1) <> '+' and starts_with(v_text, v_code) then
    return app.phone_number('+' || v_text, null);
  end if;
  return null;
end $$;
comment on function app.phone_number is
  'A phone number that can be dialled from everywhere (E.164), as it is kept, compared and called: '
  'without what is dialled only at home, as in +49 (0)30. A number without a code is one of '
  'p_country (ISO 3166, or null). Null for anything else, for an extension, and for a number that '
  'no country gives out';
