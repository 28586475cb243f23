import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { followTheme } from '../domain/theme/theme.ts';
import { toast } from '../shared/ui/toast.ts';
import { AppRoot } from './app-root.tsx';
import { createApp } from './create-app.ts';
import { loadRuntimeSettings } from './services.ts';

/** Brings the page to life: takes over the HTML that was made at build, or draws into an empty page. */
export async function start(): Promise<void> {
  await nextTask();
  const app = createApp();
  await nextTask();
  const root = document.getElementById('root');
  if (!root) {
    throw new Error('index.html has no #root');
  }
  followTheme();
  if (isPrerendered(root)) {
    // As in the build: no boundary around the whole, and the screen's own part is there before it is drawn.
    app.router.ssr = { manifest: undefined };
    await app.router.load();
    // In slices: the page is there already, and typing into it must not wait.
    startTransition(() => {
      hydrateRoot(root, <AppRoot {...app} />);
    });
  } else {
    root.replaceChildren();
    createRoot(root).render(<AppRoot {...app} />);
  }
  await loadRuntimeSettings(app.services.runtimeSettings);
  for (const interaction of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(interaction, toast.warmUp, { once: true });
  }
}

/** Gives the browser time to answer the person in between: what comes next is long on a slow processor. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function isPrerendered(root: HTMLElement): boolean {
  return root.hasChildNodes() && root.dataset['path'] === location.pathname;
}
