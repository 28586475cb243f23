import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSessionTabs } from '../domain/session/session-tabs.ts';
import { followTheme } from '../domain/theme/theme.ts';
import { watchMissingFiles } from '../shared/lib/new-version.ts';
import { type App, createApp } from './create-app.ts';
import { loadRuntimeSettings } from './services.ts';
import { SignInStart } from './sign-in-start.tsx';

/** Hydrates the prerendered HTML, or renders into an empty page. */
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
    await render(app, container);
  }
  const fetchScreens = () => {
    app.fetchScreens().catch(() => undefined);
  };
  for (const interaction of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(interaction, fetchScreens, { once: true });
  }
  if (isThere) {
    await loadRuntimeSettings(app.services.runtimeSettings);
  }
}

function takeOver(app: App, container: HTMLElement): void {
  delete container.dataset['path'];
  // A transition hydrates in slices, so that typing is not delayed.
  startTransition(() => {
    hydrateRoot(container, <SignInStart app={app} />);
  });
}

async function render(app: App, container: HTMLElement): Promise<void> {
  void loadRuntimeSettings(app.services.runtimeSettings);
  container.replaceChildren();
  if (location.pathname === '/login') {
    createRoot(container).render(<SignInStart app={app} />);
    return;
  }
  const { root, router } = await app.fetchScreens();
  await router.load();
  startTransition(() => createRoot(container).render(root));
}

/** Yields to the browser, because the next step is slow on a slow processor. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function isPrerendered(root: HTMLElement): boolean {
  return root.hasChildNodes() && root.dataset['path'] === location.pathname;
}
