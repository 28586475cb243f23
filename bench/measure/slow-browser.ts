import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';

/** A page on a slow machine with a slow line, counting what it loads. */
export interface SlowPage {
  readonly page: Page;
  readonly wire: WireBytes;
  readonly session: CDPSession;
  readonly close: () => Promise<void>;
}

/** Bytes as they came over the line. */
export interface WireBytes {
  /** Everything, heads of answers included. */
  all: number;
  /** JavaScript as it was compressed, without the heads. */
  script: number;
  /** But for the favicon, which the browser asks for by itself. */
  requests: number;
}

export interface Vitals {
  /** Of the first text or picture, like all times in milliseconds after the start of the navigation. */
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly longestTaskMs: number;
  /** What long tasks took beyond 50 ms each, together. */
  readonly blockedMs: number;
}

export const CPU_SLOWDOWN = 4;
export const LINE = { megabitsPerSecond: 10, latencyMs: 40 };

export async function launchBrowser(): Promise<Browser> {
  const executablePath = ensureBrowser(process.env, 'whole');
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

/** Opens an empty page with nothing cached, not slow. @param cookie `name=value` of a session at `address` */
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

/** The same on a slow machine with a slow line. */
export async function openSlowPage(browser: Browser, address: string, cookie?: string): Promise<SlowPage> {
  const { page, session, close } = await openPage(browser, address, cookie);
  await session.send('Network.enable');
  const bytesPerSecond = (LINE.megabitsPerSecond * 1_000_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latencyMs,
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
    // Only the response head has been counted at this moment.
    if (response.mimeType.endsWith('javascript')) scriptHeads.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = scriptHeads.get(requestId);
    wire.all += encodedDataLength;
    if (head !== undefined) wire.script += encodedDataLength - head;
  });
  return { page, wire, session, close };
}

/** What the page has measured of itself since its navigation. */
export async function readVitals(page: Page): Promise<Vitals> {
  const [paints, largestPaints, longTasks] = await page.evaluate(async () => {
    const entriesOf = async (
      type: string,
    ): Promise<{ name: string; startTime: number; duration: number }[]> => {
      const found: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
      observer.observe({ type, buffered: true });
      await new Promise((resolve) => setTimeout(resolve, 100));
      return found.map(({ name, startTime, duration }) => ({ name, startTime, duration }));
    };
    return [
      await entriesOf('paint'),
      await entriesOf('largest-contentful-paint'),
      await entriesOf('longtask'),
    ];
  });
  const firstPaint = paints?.find(({ name }) => name === 'first-contentful-paint');
  const largestPaint = largestPaints?.at(-1);
  if (firstPaint === undefined || largestPaint === undefined) throw new Error('the page painted nothing');
  const durations = (longTasks ?? []).map(({ duration }) => duration);
  return {
    firstPaintMs: firstPaint.startTime,
    largestPaintMs: largestPaint.startTime,
    longestTaskMs: Math.max(0, ...durations),
    blockedMs: durations.reduce((sum, duration) => sum + duration - 50, 0),
  };
}
