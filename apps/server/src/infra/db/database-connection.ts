/** A server on a Unix socket; `host` is the socket's directory. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export type DatabaseConnection = { readonly connectionString: string } | SocketConnection;
