/** A server on a Unix socket; `host` is the socket's directory. */
export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** An operator's own server, or the embedded one. */
export type DatabaseConnection = { readonly connectionString: string } | SocketConnection;
