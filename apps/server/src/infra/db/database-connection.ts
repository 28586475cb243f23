/** A server listening on a Unix socket: `host` is the directory that holds the socket. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** Where the database is: an operator's own server, or the embedded one. */
export type DatabaseConnection = { readonly connectionString: string } | SocketConnection;
