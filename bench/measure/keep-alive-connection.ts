import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Repeats a GET request over one connection. Parses only the response's length, to cost little. */
export class KeepAliveConnection {
  readonly #socket: Socket;
  readonly #request: string;
  #received: Buffer = Buffer.alloc(0);
  #answered = Promise.withResolvers<void>();

  private constructor(socket: Socket, request: string) {
    this.#socket = socket;
    this.#request = request;
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#answered.reject(error));
    socket.on('close', () => this.#answered.reject(new Error('the server closed the connection')));
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<KeepAliveConnection> {
    const { hostname, port, host, pathname, search } = new URL(url);
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    await once(socket, 'connect');
    return new KeepAliveConnection(socket, `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  /** Waits for the response. @throws Error if its status is not 200 */
  async request(): Promise<void> {
    this.#answered = Promise.withResolvers();
    this.#socket.write(this.#request);
    await this.#answered.promise;
  }

  close(): void {
    this.#answered.promise.catch(() => undefined);
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headLength = this.#received.indexOf(HEAD_END);
    if (headLength < 0) return;
    const head = this.#received.toString('latin1', 0, headLength);
    const bodyLength = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200 ') || bodyLength === undefined) {
      this.#answered.reject(new Error(`unexpected response: ${this.#received.toString('utf8', 0, 600)}`));
    } else if (this.#received.length >= headLength + HEAD_END.length + Number(bodyLength)) {
      this.#received = Buffer.alloc(0);
      this.#answered.resolve();
    }
  }
}
