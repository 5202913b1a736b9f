create or replace function app.unspaced()
returns text
language sql immutable as $$
  -- Thai, Lao, Myanmar, Hangul (its endings), Khmer, Tai Le to Tai Tham, Han, kana, Bopomofo; digits stay words.
  select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109d'
    '\u1100-\u11ff\u1780-\u17d3\u17d7\u17dc\u17dd\u1950-\u19cf\u1a20-\u1a7f\u1aa7\u3005-\u3007'
    '\u3021-\u302f\u3031-\u3035\u303b\u303c\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u312f'
    '\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\ua9e0-\ua9ef'
    '\ua9fa-\ua9fe\uaa60-\uaac2\uaadb-\uaadd\uac00-\ud7fb\uf900-\ufaff\uff66-\uffdc'
    '\U0001b000-\U0001b16f\U00020000-\U0003ffff'
$$;
comment on function app.unspaced is
  'The characters of scripts that put no spaces between words, as ranges of a regular expression';
