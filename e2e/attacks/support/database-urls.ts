import type { Stage } from './stage.ts';

/** URLs of a database on the stage's server: for the account of the product, and for the owner of the tables. */
export async function databaseUrls(
  { database }: Stage,
  name = 'halyard',
): Promise<{ readonly DATABASE_URL: string; readonly DATABASE_URL_OWNER: string }> {
  const { rows } = await database.query<{ host: string; port: string; owner: string }>({
    text: `SELECT trim(both '"' FROM current_setting('unix_socket_directories')) AS host,
      current_setting('port') AS port, current_user AS owner`,
  });
  const [{ host, port, owner } = { host: '', port: '', owner: '' }] = rows;
  const urlOf = (user: string) => `postgres://${user}@/${name}?${new URLSearchParams({ host, port })}`;
  return { DATABASE_URL: urlOf('halyard_product'), DATABASE_URL_OWNER: urlOf(owner) };
}
