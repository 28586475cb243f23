import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSessionTabs } from '../domain/session/session-tabs.ts';
import { followTheme } from '../domain/theme/theme.ts';
import { watchMissingFiles } from '../shared/lib/new-version.ts';
import { toast } from '../shared/ui/toast.ts';
import { type App, createApp } from './create-app.ts';
import { loadRuntimeSettings } from './services.ts';
import { SignInStart } from './sign-in-start.tsx';

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
  await show(app, container);
  const warmUp = () => {
    toast.warmUp();
    app.fetchScreens().catch(() => undefined);
  };
  for (const interaction of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(interaction, warmUp, { once: true });
  }
  await loadRuntimeSettings(app.services.runtimeSettings);
}

async function show(app: App, container: HTMLElement): Promise<void> {
  if (isPrerendered(container)) {
    // Until here it was a page that had not come to life.
    delete container.dataset['path'];
    // In slices: the page is there already, and typing into it must not wait.
    startTransition(() => {
      hydrateRoot(container, <SignInStart app={app} />);
    });
    return;
  }
  container.replaceChildren();
  giveWay(container);
  if (location.pathname === '/login') {
    createRoot(container).render(<SignInStart app={app} />);
  } else {
    const { root, router } = await app.fetchScreens();
    await router.load();
    // In slices too: a page that begins has much to draw at once.
    startTransition(() => createRoot(container).render(root));
  }
}

/** Takes the frame that a page was sent with out of it once its screen is drawn, before anything is painted. */
function giveWay(container: HTMLElement): void {
  const drawn = new MutationObserver(() => {
    drawn.disconnect();
    document.getElementById('screen-frame')?.remove();
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
