import { type ReactNode, startTransition, useInsertionEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSessionTabs } from '../domain/session/session-tabs.ts';
import { followTheme } from '../domain/theme/theme.ts';
import { watchMissingFiles } from '../shared/lib/new-version.ts';
import { toast } from '../shared/ui/overlay/toast.ts';
import { type App, createApp } from './create-app.ts';
import { loadRuntimeSettings } from './services.ts';
import { SignInStart } from './sign-in-start.tsx';

const FRAME = 'screen-frame';
const SCREEN_STYLES = 'screen-styles';
/** For so long the frame stays while it is not known who is signed in, and what the settings are. */
const FRAME_MS = 3_000;

/** Brings the page to life: takes over the HTML that was made at build, or draws into an empty page. */
export async function start(): Promise<void> {
  await nextTask();
  const app = createApp({ tabs: createSessionTabs() });
  watchMissingFiles(app.services);
  await nextTask();
  const container = document.getElementById('root');
  if (!container) {
    throw new Error('index.html has no #root');
  }
  followTheme();
  const isThere = isPrerendered(container);
  if (isThere) {
    takeOver(app, container);
  } else {
    await draw(app, container);
  }
  const warmUp = () => {
    toast.prefetch();
    app.fetchScreens().catch(() => undefined);
  };
  for (const interaction of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(interaction, warmUp, { once: true });
  }
  if (isThere) {
    await loadRuntimeSettings(app.services.runtimeSettings);
  }
}

function takeOver(app: App, container: HTMLElement): void {
  // Until here it was a page that had not come to life.
  delete container.dataset['path'];
  // In slices: the page is there already, and typing into it must not wait.
  startTransition(() => {
    hydrateRoot(container, <SignInStart app={app} />);
  });
}

async function draw(app: App, container: HTMLElement): Promise<void> {
  const settings = loadRuntimeSettings(app.services.runtimeSettings);
  container.replaceChildren();
  giveWay(container);
  if (location.pathname === '/login') {
    createRoot(container).render(<SignInStart app={app} />);
  } else {
    const { root, router } = await app.fetchScreens();
    const styles = await screenStyles();
    await router.load();
    if (document.getElementById(FRAME)) {
      // The shell would have nothing but a spinner in the frame's place, and what settings change be drawn twice.
      await Promise.race([
        Promise.all([app.services.session.load(), settings]),
        new Promise((resolve) => setTimeout(resolve, FRAME_MS)),
      ]);
    }
    // In slices too: a page that begins has much to draw at once.
    startTransition(() => createRoot(container).render(<Styled by={styles}>{root}</Styled>));
  }
}

/**
 * The styles of the screens where they came with the page, which are not in use until a screen is drawn. Those that have
 * not come are out of the page by then (index.html): the screen asks for them again, and says what becomes of that.
 */
async function screenStyles(): Promise<HTMLLinkElement | undefined> {
  const link = document.getElementById(SCREEN_STYLES);
  if (!(link instanceof HTMLLinkElement)) {
    return undefined;
  }
  if (!hasCome(link)) {
    await new Promise((resolve) => {
      for (const end of ['load', 'error']) {
        link.addEventListener(end, resolve);
      }
    });
  }
  return link;
}

/** Firefox has a sheet from the moment that it asks for it, and refuses its rules until they are there. */
function hasCome({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

interface StyledProps {
  readonly by: HTMLLinkElement | undefined;
  readonly children: ReactNode;
}

/** What is drawn with styles that it puts in use: those of the frame before it need not be matched anew. */
function Styled({ by, children }: StyledProps) {
  useInsertionEffect(() => {
    if (by) {
      by.media = 'all';
    }
  }, [by]);
  return children;
}

/**
 * Takes the frame that a page was sent with out of it, with its styles, as soon as something is drawn. It is hidden by
 * then already, by the style sheet.
 */
function giveWay(container: HTMLElement): void {
  const drawn = new MutationObserver(() => {
    drawn.disconnect();
    for (const id of [FRAME, `${FRAME}-styles`]) {
      document.getElementById(id)?.remove();
    }
  });
  drawn.observe(container, { childList: true });
}

/** Gives the browser time to answer the person in between: what comes next is long on a slow processor. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function isPrerendered(root: HTMLElement): boolean {
  return root.hasChildNodes() && root.dataset['path'] === location.pathname;
}
