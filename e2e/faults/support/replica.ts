import { setTimeout as pause } from 'node:timers/promises';
import { type ProductProcess, startProductProcess } from '../../../apps/server/test/started-product.ts';
import { freePort } from '../../attacks/support/free-port.ts';

const POLL_MS = 50;

/** A process of the product on a fixed port, which a supervisor starts again whenever it ends. */
export class Replica {
  readonly address: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ProductProcess;
  #isWanted = true;
  /** Exits that nothing here asked for. */
  unexpectedExits: string[] = [];
  #expected: ProductProcess | undefined;

  static async start(environment: Readonly<Record<string, string>>): Promise<Replica> {
    const port = String(await freePort());
    const replica = new Replica(port, { ...environment, PORT: port });
    try {
      await replica.untilReady();
    } catch (error) {
      await replica.stop();
      throw error;
    }
    return replica;
  }

  private constructor(port: string, environment: Readonly<Record<string, string>>) {
    this.address = `http://127.0.0.1:${port}`;
    this.#environment = environment;
    this.#process = this.#launch();
  }

  get process(): ProductProcess {
    return this.#process;
  }

  /** For a fault that ends the process without a signal from here. */
  expectExit(): void {
    this.#expected = this.#process;
  }

  /** SIGKILL. The supervisor starts it again at once. */
  kill(): void {
    this.expectExit();
    this.#process.child.kill('SIGKILL');
  }

  /** SIGTERM. The supervisor starts it again as soon as it ended. Returns how it ended. */
  async restart(): Promise<number | string> {
    const ending = this.#process;
    this.#expected = ending;
    ending.child.kill('SIGTERM');
    return await ending.ended;
  }

  /** Whether `/readyz` answers 200. */
  async isReady(): Promise<boolean> {
    return await fetch(`${this.address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Returns the milliseconds until `/readyz` answers 200. @throws Error after `withinMs` */
  async untilReady(withinMs = 120_000): Promise<number> {
    const from = performance.now();
    while (!(await this.isReady())) {
      if (performance.now() - from > withinMs) {
        throw new Error(`${this.address} is not ready after ${withinMs} ms\n${this.lastOutput()}`);
      }
      await pause(POLL_MS);
    }
    return performance.now() - from;
  }

  lastOutput(): string {
    const { stdout, stderr } = this.#process.output();
    return `${stdout}${stderr}`.slice(-2_000);
  }

  /** SIGTERM for good. Returns how the process ended. */
  async stop(): Promise<number | string> {
    this.#isWanted = false;
    this.#process.child.kill('SIGTERM');
    return await this.#process.ended;
  }

  #launch(): ProductProcess {
    const launched = startProductProcess(this.#environment);
    void launched.ended.then((status) => {
      if (!this.#isWanted) return;
      if (this.#expected !== launched) this.unexpectedExits.push(`${status}: ${this.lastOutput()}`);
      this.#process = this.#launch();
    });
    return launched;
  }
}
