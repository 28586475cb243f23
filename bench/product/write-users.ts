import type { Client } from 'pg';
import { withoutIndexes } from './without-indexes.ts';

const GIVEN_NAMES = `Maria James Mohammed Anna Wei John Fatima Juan Elena David Yuki Sofia Ahmed Olga Carlos Emma Ivan
  Priya Lucas Aisha Thomas Chloé Jin Laura Dmitri Zoë Kwame Ingrid Mateo Nadia Hiroshi Beatriz Omar Freya Rajesh Astrid
  Søren Amara Lukáš Mei Tariq Élodie Bogdan Şule Nguyễn Иван Ольга さくら 大輔 伟 敏 محمد فاطمة Γιώργος Αθηνά`;

const FAMILY_NAMES = `Smith García Wang Kim Müller Silva Nguyen Ivanov Khan Rossi Martin Jones López Li Tanaka Andersson
  Kowalski Popov Haddad Okafor Dubois Jansen Novák Yilmaz Papadopoulos Costa Fernández Schmidt Brown Park Chen Svensson
  O’Brien Bianchi Horvat Mensah Petrov Suzuki Moreau Lindqvist Vargas Abdullah Fischer Nowak Ramírez Dąbrowski Øvergård
  Szabó Ferreira Zimmermann Петров Кузнецова 山田 佐藤 张 王 الحسن Παπαδόπουλος`;

const MAIL_DOMAINS =
  'gmail.com outlook.com yahoo.com proton.me icloud.com example.com mail.ru qq.com web.de orange.fr';

/** Writes three years of users, the same in every run except for ids: 2 % blocked, 3 % deleted. */
export async function writeUsers(client: Client, users: number): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT setseed(0.5)');
  await withoutIndexes(client, 'users', async () => {
    await client.query(
      `INSERT INTO users (id, email, email_key, name, created_at, deleted_at, blocked_at, blocked_reason, merchant_count)
      SELECT gen_random_uuid(), email, email,
        given || ' ' || family,
        created_at,
        CASE WHEN fate < 0.03 THEN created_at + interval '40 days' END,
        CASE WHEN fate > 0.98 THEN created_at + interval '20 days' END,
        CASE WHEN fate > 0.98 THEN 'Chargebacks' END,
        floor(4 * random() ^ 3)
      FROM (
        SELECT n, random() AS fate,
          now() - (n + random()) * interval '3 years' / $1 AS created_at,
          $2::text[] AS givens, $3::text[] AS families, $4::text[] AS domains,
          random() ^ 2 AS r1, random() ^ 2 AS r2, random() ^ 2 AS r3
        FROM generate_series(1, $1::integer) AS n
      ) AS drawn,
      LATERAL (SELECT
        givens[1 + floor(r1 * cardinality(givens))] AS given,
        families[1 + floor(r2 * cardinality(families))] AS family,
        domains[1 + floor(r3 * cardinality(domains))] AS domain
      ) AS named,
      LATERAL (SELECT lower(translate(given || '.' || family, '’ ', '')) || n || '@' || domain AS email) AS addressed`,
      [users, wordsOf(GIVEN_NAMES), wordsOf(FAMILY_NAMES), wordsOf(MAIL_DOMAINS)],
    );
  });
  await client.query('COMMIT');
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/);
}
