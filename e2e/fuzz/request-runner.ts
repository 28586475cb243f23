import { CSRF_HEADER } from '../../packages/contract/src/constants.ts';
import { PUBLIC_URL } from '../attacks/support/stage.ts';
import type { AnswerCheck } from './answer-check.ts';
import { Callers, nextCode } from './callers.ts';
import type { Contract, Operation } from './contract.ts';
import { type HttpRequest, send } from './http-client.ts';
import { KnownValues } from './known-values.ts';
import { fillMarkers, type MarkerName } from './markers.ts';
import type { Report } from './report.ts';
import type { RequestPlan } from './request-plan.ts';
import type { Scene } from './scene.ts';

const SHOWN_LENGTH = 1_500;

/** Sends planned requests and checks their answers. */
export class RequestRunner {
  readonly #scene: Scene;
  readonly #contract: Contract;
  readonly #check: AnswerCheck;
  readonly #report: Report;
  readonly #known: KnownValues;
  readonly callers: Callers;
  #codes = 0;

  constructor(scene: Scene, contract: Contract, check: AnswerCheck, report: Report) {
    this.#scene = scene;
    this.#contract = contract;
    this.#check = check;
    this.#report = report;
    this.#known = new KnownValues(scene.stage.mails);
    this.callers = new Callers(scene);
  }

  /** @param number of the request in this run */
  async run(number: number, plan: RequestPlan): Promise<void> {
    const { operation, caller: name } = plan;
    const browser = await this.callers.browserOf(name);
    const sending = this.#sendingOf(plan, browser);
    const exampleOf = (answer: string) =>
      `request ${number} by ${name}: ${shown(sending)}\nanswer: ${answer.slice(0, SHOWN_LENGTH)}`;
    try {
      const answer = await send(sending);
      const { status, headers, text } = answer;
      this.callers.notice(name, browser, answer);
      if (status < 300) this.#known.learn(operation.id, { etag: headers.etag, text });
      this.#report.add(operation, String(status));
      const flaw = this.#check(this.#declaredFor(plan), plan.method, answer);
      if (flaw === undefined) return;
      this.#report.fail(operation, flaw, exampleOf(`${status} ${text}`), String(headers['x-request-id']));
    } catch (error) {
      this.#report.add(operation, 'none');
      this.#report.fail(operation, String(error), exampleOf(String(error)));
    }
  }

  #sendingOf(plan: RequestPlan, browser: Awaited<ReturnType<Callers['browserOf']>>): HttpRequest {
    const { method, headers, body, caller: name, csrf } = plan;
    const { a, b } = this.#scene.stage;
    const fill = (text: string) => fillMarkers(text, (marker) => this.#valueOf(marker, browser));
    const token = this.callers.tokenOf(name);
    const cookie = browser?.caller.cookie;
    const csrfToken = csrf === 'wrong' ? 'x'.repeat(43) : browser?.caller.csrfToken;
    const changes = method !== 'GET' && method !== 'HEAD';
    return {
      address: (plan.isOnFirst ? a : b).address,
      method,
      path: fill(plan.path),
      headers: {
        host: new URL(PUBLIC_URL).host,
        'x-forwarded-for': browser?.caller.ip ?? '203.0.113.1',
        'x-forwarded-proto': 'https',
        ...(cookie && { cookie }),
        ...(changes && browser && { origin: PUBLIC_URL }),
        ...(changes && csrf !== 'none' && csrfToken && { [CSRF_HEADER]: csrfToken }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fill(value)])),
      },
      body: typeof body === 'string' ? fill(body) : body,
    };
  }

  #valueOf(marker: MarkerName, browser: Awaited<ReturnType<Callers['browserOf']>>): string {
    const person = browser?.person;
    switch (marker) {
      case 'email':
        return person?.email ?? 'nobody@example.com';
      case 'password':
        return person?.password ?? 'Wrong-Horse-7-Battery';
      case 'code':
        this.#codes += 1;
        return person === undefined || person.secret === '' ? '000000' : nextCode(person, this.#codes);
      default:
        return this.#known.next(marker);
    }
  }

  /** The operation of the contract for the method that is sent. */
  #declaredFor({ operation, method }: RequestPlan): Operation | undefined {
    const declaredMethod = method === 'HEAD' ? 'GET' : method;
    return this.#contract.operations.find(
      (each) => each.path === operation.path && each.method === declaredMethod,
    );
  }
}

/** A command for a shell. Bodies that are not text are base64. */
function shown({ address, method, path, headers, body }: HttpRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = typeof body === 'string' ? quoted(body) : body && `base64 ${body.toString('base64')}`;
  const parts = ['curl', '-X', method, ...options, ...(data ? ['--data-binary', data] : [])];
  return `${parts.join(' ')} ${quoted(address + path)}`.slice(0, SHOWN_LENGTH);
}
