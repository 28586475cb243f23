import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';

export interface SlowPage {
  readonly page: Page;
  readonly wire: WireBytes;
  readonly session: CDPSession;
  readonly close: () => Promise<void>;
}

/** Bytes as transferred over the network. */
export interface WireBytes {
  /** Includes headers. */
  all: number;
  /** Compressed, without headers. */
  script: number;
  /** Excludes the favicon. */
  requests: number;
}

export interface Vitals {
  /** First contentful paint. All times are milliseconds since navigation. */
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly longestTaskMs: number;
  /** Total blocking time: the part of each long task beyond 50 ms. */
  readonly blockedMs: number;
  /** Cumulative layout shift. */
  readonly layoutShift: number;
}

export const CPU_SLOWDOWN = 4;
export const NETWORK = { megabitsPerSecond: 10, latencyMs: 40 };

export async function launchBrowser(): Promise<Browser> {
  const executablePath = ensureBrowser(process.env, 'full');
  return await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens a blank page with an empty cache. @param cookie `name=value` of a session at `address` */
export async function openPage(
  browser: Browser,
  address: string,
  cookie?: string,
): Promise<Pick<SlowPage, 'page' | 'session' | 'close'>> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: address }]);
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { page, session, close: async () => await context.close() };
}

export async function openSlowPage(browser: Browser, address: string, cookie?: string): Promise<SlowPage> {
  const { page, session, close } = await openPage(browser, address, cookie);
  await session.send('Network.enable');
  const bytesPerSecond = (NETWORK.megabitsPerSecond * 1_000_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  const wire: WireBytes = { all: 0, script: 0, requests: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!/^data:|\/favicon/.test(request.url)) wire.requests += 1;
  });
  const scriptHeads = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    // At this point `encodedDataLength` covers only the headers.
    if (response.mimeType.endsWith('javascript')) scriptHeads.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = scriptHeads.get(requestId);
    wire.all += encodedDataLength;
    if (head !== undefined) wire.script += encodedDataLength - head;
  });
  return { page, wire, session, close };
}

export async function readVitals(page: Page): Promise<Vitals> {
  const [paints, largestPaints, longTasks, shifts] = await page.evaluate(async () => {
    const entriesOf = async (
      type: string,
    ): Promise<{ name: string; startTime: number; duration: number; value: number }[]> => {
      const found: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
      observer.observe({ type, buffered: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
      return found.map((entry) => {
        const { name, startTime, duration } = entry;
        return { name, startTime, duration, value: Number(Reflect.get(entry, 'value') ?? 0) };
      });
    };
    return [
      await entriesOf('paint'),
      await entriesOf('largest-contentful-paint'),
      await entriesOf('longtask'),
      await entriesOf('layout-shift'),
    ];
  });
  const firstPaint = paints?.find(({ name }) => name === 'first-contentful-paint');
  const largestPaint = largestPaints?.at(-1);
  if (firstPaint === undefined || largestPaint === undefined) throw new Error('the page rendered nothing');
  const durations = (longTasks ?? []).map(({ duration }) => duration);
  return {
    firstPaintMs: firstPaint.startTime,
    largestPaintMs: largestPaint.startTime,
    longestTaskMs: Math.max(0, ...durations),
    blockedMs: durations.reduce((sum, duration) => sum + duration - 50, 0),
    layoutShift: (shifts ?? []).reduce((sum, { value }) => sum + value, 0),
  };
}
