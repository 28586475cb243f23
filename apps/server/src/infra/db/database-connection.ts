/** A server on a Unix socket; `host` is the socket's directory. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface UrlConnection {
  readonly connectionString: string;
  /** Through a pooler that gives sessions to others between transactions, such as PgBouncer in transaction mode. */
  readonly sharesSessions?: boolean;
}

export type DatabaseConnection = UrlConnection | SocketConnection;

export function sharesSessions(connection: DatabaseConnection): boolean {
  return 'sharesSessions' in connection && connection.sharesSessions === true;
}
