import { start } from './start.tsx';

// Not awaited, because a top-level await keeps the bundler from merging this module with others.
void start();
