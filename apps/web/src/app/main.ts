import { start } from './start.tsx';

// Not awaited: the bundler keeps a module that waits apart from what it could be merged with.
void start();
