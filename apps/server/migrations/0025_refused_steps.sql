-- Each refused step stays refused, not only the last one.
ALTER TABLE refused_totp_steps DROP CONSTRAINT refused_totp_steps_pkey, ADD PRIMARY KEY (administrator_id, step);

-- A backtick reads as an apostrophe also in text that is otherwise ASCII. Only names and emails with one change.
CREATE OR REPLACE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN value ~ '^[ -~]*$' THEN translate(lower(value), '`', '''') ELSE normalize(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(normalize(value, NFKD),
        '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]',
        '', 'g')),
      E'øłđðħŧıȷŋĸƀɓƃƈȼɖɗƌɇəɛƒǥɠɨɉƙƚɫɲƞɔɵƥɍƭʈʉʋɏƴƶȥⱥⱦⱡςґیک’‘‛ʼʻ′`‐–—−\n\r\t',
      E'olddhtijnqbbbccdddeeefggijkllnnooprttuvyyzzatlσгيك\'\'\'\'\'\'\'----   '),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
  NFC) END;

ALTER TABLE users DISABLE TRIGGER USER;
UPDATE users SET name = name WHERE name LIKE '%`%' OR email LIKE '%`%';
ALTER TABLE users ENABLE TRIGGER USER;
ALTER TABLE merchants DISABLE TRIGGER USER;
UPDATE merchants SET search_text = merchant_search_text(merchants.name,
  (SELECT email FROM users WHERE users.id = merchants.user_id))
  WHERE search_text LIKE '%`%';
ALTER TABLE merchants ENABLE TRIGGER USER;
