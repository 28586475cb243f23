-- Users and merchants are searched without accents, case and invisible characters. Only this function decides how.
-- NFKD separates a letter from its marks; letters that Unicode does not separate (ø, ł, đ) are listed. NFC puts
-- together what is no accent: Hangul syllables, voiced kana, vowel signs. Most text is ASCII, which only needs lower().
CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN value ~ '^[ -~]*$' THEN lower(value) ELSE normalize(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(value, NFKD),
        '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
        '', 'g')),
      E'øłđðħŧıȷŋĸƀɓƃƈȼɖɗƌɇəɛƒǥɠɨɉƙƚɫɲƞɔɵƥɍƭʈʉʋɏƴƶȥⱥⱦⱡςґیک’‘‛ʼʻ′`‐–—−\n\r\t',
      E'olddhtijnqbbbccdddeeefggijkllnnooprttuvyyzzatlσгيك\'\'\'\'\'\'\'----   '),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
  NFC) END;

-- Adding the column writes each row once, without firing triggers.
ALTER TABLE users DROP COLUMN search_text,
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (search_fold(name) || E'\n' || search_fold(email)) STORED;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);

CREATE OR REPLACE FUNCTION merchant_search_text(name text, creator_email text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT search_fold(name) || E'\n' || search_fold(coalesce(creator_email, '')) $$;
DROP INDEX merchants_search;
ALTER TABLE merchants DISABLE TRIGGER USER;
UPDATE merchants SET search_text = merchant_search_text(merchants.name,
  (SELECT email FROM users WHERE users.id = merchants.user_id));
ALTER TABLE merchants ENABLE TRIGGER USER;
CREATE INDEX merchants_search ON merchants USING gin (search_text gin_trgm_ops);

-- Names that came before the feed took out invisible characters. A name of nothing else stays.
CREATE FUNCTION pg_temp.visible_name(name text) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  btrim(regexp_replace(regexp_replace(name, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]',
    '', 'g'));
UPDATE users SET name = pg_temp.visible_name(name)
  WHERE name <> pg_temp.visible_name(name) AND pg_temp.visible_name(name) <> '';
UPDATE merchants SET name = pg_temp.visible_name(name)
  WHERE name <> pg_temp.visible_name(name) AND pg_temp.visible_name(name) <> '';

-- The new columns have no statistics yet, without which a search would not use its index.
ANALYZE users, merchants;

-- The step of the last code of another time that was shown. It stays refused when its time comes, so that the hint to
-- check the clock never tells a guesser of a code that will be right later.
CREATE TABLE refused_totp_steps (
  administrator_id uuid PRIMARY KEY REFERENCES administrators ON DELETE CASCADE,
  step bigint NOT NULL
);
