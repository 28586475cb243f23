import './public.css';

/*
 * React is evaluated in a task of its own, so that no task holds up a slow processor for long. The page names
 * all parts for preloading: the downloads run side by side.
 */
await import('react-dom/client');
const { start } = await import('./start.tsx');
await start();
